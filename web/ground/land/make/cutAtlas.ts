import { geoEquirectangular, geoIdentity } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';

export type AtlasExtent = readonly [west: number, south: number, east: number, north: number];

/** The part of the world that uses World Atlas's finer shapes. */
export const FINE_REGION: AtlasExtent = [6, 32, 44, 51];

/** Cuts shapes at the antimeridian, which World Atlas does not, by projecting them through the sphere. */
export function cutAtAntimeridian(object: object): object {
  const plate = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .reflectY(true)
    .precision(0);
  return geoProject(object, plate) ?? object;
}

/** Returns the part of the shapes within the extent, in degrees; null if there is none. */
export function clip(object: object, [west, south, east, north]: AtlasExtent): object | null {
  return geoProject(
    object,
    geoIdentity().clipExtent([
      [west, south],
      [east, north],
    ]),
  );
}
