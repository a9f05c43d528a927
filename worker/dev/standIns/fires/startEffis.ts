import type { BurntArea } from '#shared/fires/burntAreas.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { type SourceAnswer, type SourceStandIn, startSource } from '#worker/dev/standIns/sources/startSource.ts';

export type EffisStandIn = SourceStandIn<keyof typeof TWISTS>;

/** EFFIS on the loopback interface: areas burnt in the last week, as GeoJSON with longitudes first. Boxes have latitudes first. */
export function startEffis(areas: () => readonly BurntArea[]): Promise<EffisStandIn> {
  return startSource({
    twists: TWISTS,
    answer: ({ pathname, searchParams }) => {
      const bbox = /^([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+),EPSG:4326$/.exec(searchParams.get('bbox') ?? '');
      const [south = 0, west = 0, north = 0, east = 0] = bbox?.slice(1).map(Number) ?? [];
      if (pathname !== '/effis' || searchParams.get('typename') !== 'ms:modis.ba.poly.week' || !bbox)
        return exception();
      const within = areas().filter(({ rings }) =>
        rings.flat().some(([x, y]) => x >= west && x <= east && y >= south && y <= north),
      );
      return { status: 200, type: 'application/json', body: JSON.stringify(collectionOf(within)) };
    },
  });
}

const spaced = (atMs: number) => isoSeconds(atMs).replace('T', ' ').replace('Z', '');

function collectionOf(areas: readonly BurntArea[]) {
  return {
    type: 'FeatureCollection',
    features: areas.map(({ id, burntMs, updatedMs, rings }) => ({
      type: 'Feature',
      properties: {
        id: Number(id),
        FIREDATE: spaced(burntMs),
        LASTUPDATE: `${spaced(updatedMs)}.067977`,
        CLASS: '7DAYS',
      },
      geometry:
        rings.length === 1
          ? { type: 'Polygon', coordinates: rings }
          : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
    })),
  };
}

/** As MapServer tells a mistake, with status 200. */
function exception(): SourceAnswer {
  const body = '<?xml version="1.0"?><ServiceExceptionReport><ServiceException/></ServiceExceptionReport>';
  return { status: 200, type: 'text/xml', body };
}

const edited = (change: (body: string) => string) => (right: SourceAnswer) => ({ ...right, body: change(right.body) });

/** Besides the faults of any source. */
const TWISTS = {
  exception,
  'no-areas': edited(() => JSON.stringify(collectionOf([]))),
  'latitudes-first': edited((body) => body.replace(/\[(-?[\d.]+),(-?[\d.]+)\]/g, '[$2,$1]')),
  elsewhere: edited((body) => body.replace(/\[(-?[\d.]+),(-?[\d.]+)\]/g, '[-$1,-$2]')),
  'no-dates': edited((body) => body.replaceAll('FIREDATE', 'DATE')),
};
