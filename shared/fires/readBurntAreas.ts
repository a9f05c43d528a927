import * as v from 'valibot';
import { type BBox, bboxContains, grownBox } from '#shared/geo/BBox.ts';
import type { Corner } from '#shared/geo/shape/Shape.ts';
import type { BurntArea } from './burntAreas.ts';

/** What an answer of EFFIS turned out to be. No reason repeats what was sent. */
export type BurntReading =
  /** `skipped`: a reason for each area that could not be read. */
  | { readonly kind: 'areas'; readonly areas: readonly BurntArea[]; readonly skipped: readonly string[] }
  /** A page for people, or an exception of the service, which comes with status 200. */
  | { readonly kind: 'no-json' }
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'wrong-form'; readonly reason: string }
  /** Nothing lies in the box that was asked for, whichever of a corner's numbers is the latitude. */
  | { readonly kind: 'elsewhere' };

/** Areas may reach out of the box. */
const BESIDE_DEGREES = 1;

const Instant = v.pipe(
  v.string(),
  // 2026-07-22 15:25:56.99, in UTC
  v.regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/, 'must be a date and a time'),
  v.transform((text) => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)),
  v.number('must be a date and a time of the calendar'),
);

const Degrees = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));
const Ring = v.pipe(v.array(v.looseTuple([Degrees, Degrees])), v.minLength(4, 'must have four corners or more'));
const Rings = v.pipe(v.array(Ring), v.minLength(1, 'must have a ring'));

const Feature = v.object({
  geometry: v.variant('type', [
    v.object({ type: v.literal('Polygon'), coordinates: Rings }),
    v.object({ type: v.literal('MultiPolygon'), coordinates: v.array(Rings) }),
  ]),
  properties: v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\w{1,32}$/, 'must be an identifier')),
    FIREDATE: Instant,
    LASTUPDATE: Instant,
  }),
});

const Collection = v.object({ type: v.literal('FeatureCollection'), features: v.array(v.unknown()) });

/**
 * Reads the GeoJSON of EFFIS' burnt areas in `box`. Some of its answers have latitudes first and others longitudes: of the
 * whole answer the order counts in which most areas lie in the box. An area that cannot be read is left out.
 */
export function readBurntAreas(text: string, box: BBox): BurntReading {
  if (/^\s*</.test(text)) return { kind: 'no-json' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'cut-off' };
  }
  const collection = v.safeParse(Collection, json);
  if (!collection.success) return { kind: 'wrong-form', reason: 'must be a FeatureCollection' };
  const skipped: string[] = [];
  const areas: BurntArea[] = [];
  for (const [index, feature] of collection.output.features.entries()) {
    const read = v.safeParse(Feature, feature, { abortEarly: true });
    if (!read.success) {
      skipped.push(`feature ${index + 1}: ${v.getDotPath(read.issues[0]) ?? 'it'} is not as documented`);
      continue;
    }
    const { geometry, properties } = read.output;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    areas.push({
      ...{ id: properties.id, burntMs: properties.FIREDATE, updatedMs: properties.LASTUPDATE },
      rings: polygons.flatMap(([outer]) => (outer ? [outer.map(([a, b]) => [a, b] as const)] : [])),
    });
  }
  if (areas.length === 0) {
    return skipped[0] === undefined ? { kind: 'areas', areas, skipped } : { kind: 'wrong-form', reason: skipped[0] };
  }
  const swapped = areas.map((area) => ({ ...area, rings: area.rings.map((ring) => ring.map(swap)) }));
  const [asIs, turned] = [areas, swapped].map((some) => some.filter((area) => liesIn(area, box)));
  if (!asIs || !turned || asIs.length + turned.length === 0) return { kind: 'elsewhere' };
  return { kind: 'areas', areas: turned.length > asIs.length ? turned : asIs, skipped };
}

const swap = ([a, b]: Corner): Corner => [b, a];

function liesIn({ rings }: BurntArea, box: BBox): boolean {
  const beside = grownBox(box, BESIDE_DEGREES);
  return rings.every((ring) => ring.every(([longitude, latitude]) => bboxContains(beside, longitude, latitude)));
}
