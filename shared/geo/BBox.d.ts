/** A box in WGS 84 degrees with `west < east` and `south < north`; it never crosses the antimeridian. */
export interface BBox {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
}
/** `west,south,east,north`, the order used in every query, ours and the provider's. */
export declare function formatBBox(bbox: BBox): string;
export type BBoxFault = 'format' | 'range' | 'reversed';
/** The finite decimal number in `text`; undefined if it is none. */
export declare function parseDecimal(text: string): number | undefined;
/** The box in `text` (`west,south,east,north`), rounded outwards to 1e-6 degrees, or the rule that `text` breaks. */
export declare function parseBBox(text: string): {
    readonly ok: true;
    readonly bbox: BBox;
} | {
    readonly ok: false;
    readonly fault: BBoxFault;
};
/** Whether the point is in the box, edges included. */
export declare function bboxContains(bbox: BBox, longitude: number, latitude: number): boolean;
/** Whether the boxes share an area; boxes that only touch do not. */
export declare function bboxOverlaps(a: BBox, b: BBox): boolean;
/** Whether `inner` lies in `outer`, edges included. */
export declare function bboxWithin(inner: BBox, outer: BBox): boolean;
/** The area that both share; undefined if they share none. */
export declare function bboxIntersection(a: BBox, b: BBox): BBox | undefined;
/** The smallest box around both. */
export declare function bboxUnion(a: BBox, b: BBox): BBox;
/** Clamps a map view to longitudes of ±180° and latitudes of ±90°. A box outside those longitudes gets all of them. */
export declare function clampBox({ west, south, east, north }: BBox): BBox;
