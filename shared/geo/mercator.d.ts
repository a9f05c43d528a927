/** Where web mercator ends; points nearer to a pole belong to the outermost row of tiles. */
export declare const MAX_MERCATOR_LATITUDE = 85.0511287798066;
/** Distance of a longitude from 180° W eastwards, as a fraction of the world's width. */
export declare function mercatorX(longitude: number): number;
/** Distance of a latitude from 85.05° N southwards, as a fraction of the world's height, clamped to 0..1. */
export declare function mercatorY(latitude: number): number;
/** The latitude whose `mercatorY` is `y`. */
export declare function latitudeAtMercatorY(y: number): number;
