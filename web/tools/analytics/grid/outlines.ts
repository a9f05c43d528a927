import * as v from 'valibot';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { type Asked, ask } from '#web/kit/http/ask.ts';
import { GRID_ZOOM } from './loadDays.ts';

const WORLD_PATH = '/basemap/world.geojson';
const Line = v.array(v.tuple([v.number(), v.number()]));
const World = v.object({
  features: v.array(
    v.object({
      properties: v.object({ kind: v.string() }),
      geometry: v.object({ type: v.string(), coordinates: v.unknown() }),
    }),
  ),
});

/** Lines of the shipped map, as paths of SVG in tiles of zoom 12. */
export interface Outlines {
  readonly coast: string;
  readonly borders: string;
}

/** Loads coasts and borders from our own address. */
export async function loadOutlines(signal: AbortSignal): Promise<Asked<Outlines>> {
  const read = async (response: Response) => {
    const { features } = v.parse(World, await response.json());
    const of = (...kinds: string[]) =>
      features
        .filter(({ properties }) => kinds.includes(properties.kind))
        .flatMap(({ geometry }) => linesOf(geometry.coordinates))
        .map(pathOf)
        .join('');
    return { coast: of('land'), borders: of('border', 'disputed') };
  };
  return ask(WORLD_PATH, read, { signal });
}

/** The lines in coordinates of whatever depth, as far as they come near the region. */
function linesOf(coordinates: unknown): [number, number][][] {
  if (v.is(Line, coordinates)) return coordinates.some(isNear) ? [coordinates] : [];
  return Array.isArray(coordinates) ? coordinates.flatMap(linesOf) : [];
}

const isNear = ([longitude, latitude]: [number, number]) =>
  longitude > 5 && longitude < 40 && latitude > 28 && latitude < 54;

function pathOf(line: readonly [number, number][]): string {
  const side = 2 ** GRID_ZOOM;
  const points = line.map(
    ([lng, lat]) => `${(mercatorX(lng) * side).toFixed(1)} ${(mercatorY(lat) * side).toFixed(1)}`,
  );
  return `M${points.join('L')}`;
}
