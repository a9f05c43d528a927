/** Of a first-level region, `BG.plovdiv`, or of a country, `BG`. */
export const REGION_CODE = /^[A-Z]{2}(\.[a-z-]{2,40})?$/;
