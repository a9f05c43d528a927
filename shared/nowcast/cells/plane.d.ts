import { type Position } from '../../geo/geodesy.ts';
/** Kilometres east and north of the centre of a plane. */
export interface PlanePoint {
    readonly xKm: number;
    readonly yKm: number;
}
/**
 * The azimuthal equidistant plane around a centre: distances within 700 km of it are true to 0.2 %. Away from the centre's
 * meridian the plane's north is not the true one: `trueVelocity` turns a velocity to it.
 */
export interface Plane {
    toKm(position: Position): PlanePoint;
    toDegrees(point: PlanePoint): Position;
    /** A velocity along the plane's axes at a point as one to the true east and north, in the same unit. */
    trueVelocity(point: PlanePoint, velocity: Velocity): {
        readonly east: number;
        readonly north: number;
    };
    /** The inverse of `trueVelocity`. */
    planeVelocity(point: PlanePoint, velocity: {
        readonly east: number;
        readonly north: number;
    }): Velocity;
}
/** Along the axes of a plane, km/min. */
export interface Velocity {
    readonly vx: number;
    readonly vy: number;
}
export declare function createPlane(centre: Position): Plane;
