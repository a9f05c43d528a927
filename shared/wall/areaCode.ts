/** Code of a first-level region, `BG.plovdiv`, or of a country, `BG`. */
export const REGION_CODE = /^[A-Z]{2}(\.[a-z-]{2,40})?$/;

/**
 * A polygon of some 200 corners in the encoding of `shapeCode.ts`. With the rest of a setup, a URL of this length still
 * fits a QR code.
 */
export const POLYGON_CODE = /^p[\w-]{6,1300}$/;
