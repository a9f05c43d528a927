import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';

type Ring = GeoJSON.Position[];
type Box = readonly [west: number, south: number, east: number, north: number];

const KM_PER_DEGREE = 111.2;

/** Returns the land without inland waters smaller than `km2`, and without the islands in those. */
export function withoutPonds(land: readonly GeoJSON.Feature[], km2: number): GeoJSON.Feature[] {
  const polygons = land.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : []));
  const isPond = (ring: Ring) => areaKm2(ring) < km2;
  const ponds = polygons.flatMap(([, ...waters]) => waters.filter(isPond).map(boxOf));
  const inPond = (outer: Ring) => isPond(outer) && ponds.some((pond) => within(boxOf(outer), pond));
  return polygons.flatMap(([outer = [], ...waters]) => {
    if (inPond(outer)) return [];
    const coordinates = [outer, ...waters.filter((ring) => !isPond(ring))];
    return [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }];
  });
}

/** Area on the tangent plane: accurate to a percent for rings as small as these. */
function areaKm2(ring: Ring): number {
  let twice = 0;
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    twice += x * nextY - nextX * y;
  }
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  return (Math.abs(twice) / 2) * KM_PER_DEGREE * kmPerDegreeEast;
}

function boxOf(ring: Ring): Box {
  const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function within(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

/** Water at this height is not sea. On lower lakes the height tint is too faint to see. */
const LEAST_LAKE_M = 8;
/** Sample points across a water, each way. */
const LOOKS = 12;

/**
 * Marks waters above sea level with `lake`: the map draws them over the relief. `heightAt` takes Mercator positions.
 */
export function withLakesMarked(
  waters: readonly GeoJSON.Feature[],
  heightAt: (x: number, y: number) => number,
): GeoJSON.Feature[] {
  return waters.map((water) => {
    const rings = water.geometry.type === 'Polygon' ? water.geometry.coordinates : [];
    const projected = rings.map((ring) => ring.map(([x = 0, y = 0]) => [mercatorX(x), mercatorY(y)]));
    return isLake(projected, heightAt) ? { ...water, properties: { lake: true } } : water;
  });
}

/** Judged by the height in the water's middle, because the shores of a fjord are high too. */
export function isLake(rings: readonly Ring[], heightAt: (x: number, y: number) => number): boolean {
  const [outer = []] = rings;
  const [west, north, east, south] = boxOf(outer);
  const inside: number[] = [];
  for (let row = 0; row < LOOKS; row += 1)
    for (let column = 0; column < LOOKS; column += 1) {
      const x = west + ((column + 0.5) / LOOKS) * (east - west);
      const y = north + ((row + 0.5) / LOOKS) * (south - north);
      if (rings.filter((ring) => encloses(ring, x, y)).length % 2 === 1) inside.push(heightAt(x, y));
    }
  const heights = inside.length > 0 ? inside : outer.map(([x = 0, y = 0]) => heightAt(x, y));
  return heights.reduce((sum, metres) => sum + metres, 0) / heights.length > LEAST_LAKE_M;
}

function encloses(ring: Ring, x: number, y: number): boolean {
  let within = false;
  for (const [index, [ax = 0, ay = 0]] of ring.entries()) {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) within = !within;
  }
  return within;
}
