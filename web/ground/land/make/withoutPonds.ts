type Ring = GeoJSON.Position[];
type Box = readonly [west: number, south: number, east: number, north: number];

const KM_PER_DEGREE = 111.2;

/** Returns the land without the waters in it that are smaller than `km2`, and without the islands in those. */
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

/** Area on a plane that touches the sphere there: within a percent for rings as small as these. */
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
