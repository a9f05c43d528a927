/**
 * Makes the land that pictures and the map's preview draw, from Natural Earth (public domain):
 * `npx node web/ground/land/make/makeOutline.ts`
 *
 * 1:50m in the region, 1:110m and to a tenth of a degree in what a view of the region can show around it. Writes a list
 * of rings to shared/sky/landOutline.json, each as `encodeRing` packs it.
 */
import { writeFileSync } from 'node:fs';
import { feature, type Polygons, type Position } from 'topojson-client';
import fineLand from 'world-atlas/land-50m.json' with { type: 'json' };
import coarseLand from 'world-atlas/land-110m.json' with { type: 'json' };
import { encodeRing } from '#shared/sky/land.ts';
import { type AtlasExtent, clip, FINE_REGION as REGION, splitAtAntimeridian } from './makeTiles.ts';

const AROUND: readonly AtlasExtent[] = [
  [-30, 15, REGION[0], 72],
  [REGION[2], 15, 75, 72],
  [REGION[0], REGION[3], REGION[2], 72],
  [REGION[0], 15, REGION[2], REGION[1]],
];

function ringsOf(object: object | null): Position[][] {
  if (object === null) return [];
  if ('features' in object) return (object.features as object[]).flatMap(ringsOf);
  if ('geometry' in object) return ringsOf(object.geometry as object | null);
  const shape = object as Polygons | { readonly type: 'Polygon'; readonly coordinates: Position[][] };
  return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
}

const coarse = (ring: Position[]): Position[] =>
  ring.map(([longitude, latitude]) => [Math.round(longitude * 10) / 10, Math.round(latitude * 10) / 10]);

const region = splitAtAntimeridian(feature(fineLand, fineLand.objects.land));
const rest = splitAtAntimeridian(feature(coarseLand, coarseLand.objects.land));
const rings = [
  ...ringsOf(clip(region, REGION)),
  ...AROUND.flatMap((extent) => ringsOf(clip(rest, extent)).map(coarse)),
];

const text = JSON.stringify(
  rings.map(encodeRing).filter((ring) => ring !== ''),
  null,
  2,
);
writeFileSync(new URL('../../../../shared/sky/landOutline.json', import.meta.url), `${text}\n`);
