/** The mean sphere's. */
export declare const EARTH_RADIUS_KM = 6371.0088;
/** Length of one degree along a meridian. */
export declare const KM_PER_DEGREE: number;
export interface Position {
    readonly latitude: number;
    readonly longitude: number;
}
/** Great-circle distance on the mean sphere, within 0.5 % of the ellipsoid. */
export declare function distanceKm(a: Position, b: Position): number;
/** Initial bearing from `a` to `b` in degrees clockwise from north, 0 ≤ bearing < 360. */
export declare function bearingDegrees(a: Position, b: Position): number;
export declare const COMPASS_POINTS: readonly ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];
export type CompassPoint = (typeof COMPASS_POINTS)[number];
/** The compass point nearest to a bearing in degrees. */
export declare function compassPoint(bearing: number): CompassPoint;
/** A closed ring of `corners` + 1 positions `[longitude, latitude]`, `radiusKm` from `centre`. */
export declare function circleAround(centre: Position, radiusKm: number, corners?: number): [number, number][];
