import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxCentre, bboxUnion, bboxWithin, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { RegionArea } from '#shared/geo/regionTable.ts';
import { boxAroundShape, pointAt, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape } from '#shared/geo/shapeCode.ts';
import { type Tile, tileBounds } from '#shared/geo/tile.ts';
import { DAY_MS } from '#shared/time.ts';
import {
  type Area,
  DEFAULT_DWELL_MS,
  DEFAULT_RINGS_KM,
  DWELL_MIN,
  LATE_REPORT_MS,
  RING_KM,
  SKILL_DAYS,
} from '#shared/watch/Area.ts';
import { placeError } from '#shared/watch/bodies.ts';
import { gridSites, positionsSince } from '#shared/watch/siteStrikes.ts';
import { SkillView } from '#shared/watch/skillBody.ts';
import { judgingSkill, skillReachKm } from '#shared/watch/skillOf.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { isTimeZone } from '#shared/zonedTime.ts';
import { coveredPart, extentIn, retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { scannedPositions } from '#worker/archive/strikeRoutes.ts';
import { indexColumnsOfBoxes } from '#worker/archive/windowQuery.ts';
import { attributionBody } from '#worker/http/attribution.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import {
  PlaceParameter,
  parameterProblem,
  queryOf,
  RegionParameter,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { HttpProblem, inChunks, jsonResponse, problemResponse } from '#worker/http/responses.ts';

type Bindings = { Bindings: Env };

/** 200 corners with the longest steps. */
const MAX_SHAPE_LENGTH = 2_500;
/** Points are rounded to about a kilometre, so that neighbours share a cached response. */
const POINT_STEPS_A_DEGREE = 100;
const SITE_KM = { min: 0.5, max: 10, default: 2 } as const;

const POINT = /^[^,]{1,32},[^,]{1,32}$/;

const roundedPoint = ({ latitude, longitude }: Position): Shape => {
  const round = (degrees: number) => Math.round(degrees * POINT_STEPS_A_DEGREE) / POINT_STEPS_A_DEGREE + 0;
  return pointAt({ latitude: round(latitude), longitude: round(longitude) });
};

const ShapeParameter = v.pipe(
  v.string('format'),
  v.maxLength(MAX_SHAPE_LENGTH, 'too-long'),
  v.description(
    'The place: latitude,longitude, rounded to 0.01°; or a drawn line or area as in the address of a watched place. Example: 42.70,23.32',
  ),
  v.rawTransform<string, Shape>(({ dataset, addIssue, NEVER }) => {
    if (!POINT.test(dataset.value)) {
      const shape = decodeShape(dataset.value);
      if (shape) return shape;
      addIssue({ message: 'format' });
      return NEVER;
    }
    const point = v.safeParse(PlaceParameter, dataset.value);
    if (point.success) return roundedPoint(point.output);
    addIssue({ message: point.issues[0].message });
    return NEVER;
  }),
);

const toTenth = (text: string) =>
  /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * 10) / 10 : Number.NaN;

function ringsError(ringsKm: readonly number[]): 'format' | 'range' | 'order' | undefined {
  if (ringsKm.length !== 3 || ringsKm.some(Number.isNaN)) return 'format';
  if (ringsKm.some((km) => km < RING_KM.min || km > RING_KM.max)) return 'range';
  return ringsKm.every((km, ring) => km <= (ringsKm[ring - 1] ?? km)) ? undefined : 'order';
}

const RingsParameter = v.pipe(
  v.string('format'),
  v.description(
    `Radii of watch, warning and stop in km, each at most the one before, ${RING_KM.min} to ${RING_KM.max}. Example: 30,16,10`,
  ),
  v.rawTransform<string, [number, number, number]>(({ dataset, addIssue, NEVER }) => {
    const [watch = Number.NaN, warning = Number.NaN, stop = Number.NaN, ...more] = dataset.value
      .split(',')
      .map(toTenth);
    const error = ringsError([watch, warning, stop, ...more]);
    if (!error) return [watch, warning, stop];
    addIssue({ message: error });
    return NEVER;
  }),
);

const SiteParameter = v.pipe(
  v.string('format'),
  v.description(
    `How near a strike is a hit: km from the place or line, and from each site around, ${SITE_KM.min} to ${SITE_KM.max}, at most the stop ring. A drawn area is hit only by strikes inside it. Default: ${SITE_KM.default}`,
  ),
  v.transform(toTenth),
  v.check((km) => !Number.isNaN(km), 'format'),
  v.check((km) => !(km < SITE_KM.min || km > SITE_KM.max), 'range'),
);

const TimeZoneParameter = v.pipe(
  v.string('format'),
  v.maxLength(64, 'too-long'),
  v.description('IANA time zone that says when it is night. Example: Europe/Sofia'),
  v.check(isTimeZone, 'not-known'),
);

const SkillQuery = v.pipe(
  v.strictObject({
    shape: v.optional(ShapeParameter),
    region: v.optional(RegionParameter),
    rings: v.optional(RingsParameter, DEFAULT_RINGS_KM.join(',')),
    dwell: v.optional(
      wholeNumberParameter(DWELL_MIN.min, DWELL_MIN.max, 'Minutes that a level is held after the last strike.'),
      String(DEFAULT_DWELL_MS / 60_000),
    ),
    site: v.optional(SiteParameter),
    timeZone: v.optional(TimeZoneParameter, 'UTC'),
  }),
  v.forward(
    v.partialCheck(
      [['shape'], ['region']],
      ({ shape, region }) => shape !== undefined || region !== undefined,
      'missing',
    ),
    ['shape'],
  ),
  v.forward(
    v.partialCheck(
      [['shape'], ['region']],
      ({ shape, region }) => shape === undefined || region === undefined,
      'conflict',
    ),
    ['region'],
  ),
  v.forward(
    v.partialCheck([['rings'], ['site']], ({ rings, site = 0 }) => site <= rings[2], 'beyond-stop'),
    ['site'],
  ),
  v.transform(({ site, ...others }) => ({ ...others, siteKm: site ?? Math.min(SITE_KM.default, others.rings[2]) })),
);
type SkillQuery = v.InferOutput<typeof SkillQuery>;

function shapeText(shape: Shape): string {
  if (shape.type !== 'Point') return encodeShape(shape);
  const [longitude, latitude] = shape.coordinates;
  return `${latitude},${longitude}`;
}

/** Canonical cache key, independent of how the query was written. */
function skillAddress({ shape, region, rings, dwell, siteKm, timeZone }: SkillQuery): string {
  const place = shape ? `shape=${shapeText(shape)}&timeZone=${timeZone}` : `region=${region?.code}`;
  return `${apiPaths.skill}?${place}&rings=${rings.join(',')}&dwell=${dwell}&site=${siteKm}`;
}

const MOST_SITES = 400;
const AROUND_KM = 100;
/** Of a square of 23 by 23 sites, about 415 are within its circle. */
const GRID_SIDE = 23;

function sitesAround(middle: Position): Position[] {
  const sites = gridSites({ ...boxAround(middle, AROUND_KM), side: GRID_SIDE });
  return sites.toSorted((one, other) => distanceKm(middle, one) - distanceKm(middle, other)).slice(0, MOST_SITES);
}

/** The centres of the area's tiles: of all, or of every second, third … row and column. */
function sitesWithin({ tiles }: RegionArea): Position[] {
  const key = (x: number, y: number) => `${x},${y}`;
  const all = new Set(tiles.map(({ x, y }) => key(x, y)));
  const near = [-1, 0, 1];
  // The area also has the tiles that touch a tile of the region.
  const own = tiles.filter(({ x, y }) =>
    near.every((down) => near.every((right) => all.has(key(x + right, y + down)))),
  );
  const middle = (tile: Tile) => bboxCentre(tileBounds(tile));
  for (let step = 1; ; step += 1) {
    const some = own.filter(({ x, y }) => x % step === 0 && y % step === 0);
    if (some.length <= MOST_SITES) return some.map(middle);
  }
}

function outside(field: 'shape' | 'region'): HttpProblem {
  const code = 'outside-coverage';
  return new HttpProblem(400, code, `${field}: what lies around it leaves the home area.`, {
    errors: { [field]: code },
  });
}

/** @throws HttpProblem 400 if the place cannot be watched */
function areaOf({ shape, rings, dwell }: SkillQuery, home: BBox): Area | undefined {
  if (!shape) return undefined;
  const error = placeError({ shape, ringsKm: rings }, home);
  if (error === 'outside-coverage') throw outside('shape');
  if (error) throw parameterProblem([{ message: error, path: [{ key: 'shape' }] }]);
  return { shape, ringsKm: rings, dwellMs: dwell * 60_000, settleMs: LATE_REPORT_MS, least: 1 };
}

async function skillResponse(c: Context<Bindings>, query: SkillQuery, area: Area | undefined): Promise<Response> {
  const { shape, region, rings, dwell, siteKm, timeZone } = query;
  const { areas, historyDays, source, sources } = parseConfig(c.env);
  const rule = { ringKm: rings[2], dwellMin: dwell };
  const reachKm = skillReachKm(rule.ringKm);
  const reach = (site: Position) => boxAroundShape(pointAt(site), reachKm);
  const requested = region ? sitesWithin(region) : shape ? sitesAround(bboxCentre(boxAroundShape(shape, 0))) : [];
  const sites = requested.filter((site) => bboxWithin(reach(site), areas.home));
  const boxes = [...sites.map(reach), ...(area ? [boxAroundShape(area.shape, rings[0])] : [])];
  if (boxes.length === 0) throw outside('region');
  const toMs = systemClock.now();
  const retentionMs = retainedSinceMs(historyDays, toMs);
  const fromMs = Math.max(toMs - SKILL_DAYS * DAY_MS, retentionMs);
  const bbox = boxes.reduce(bboxUnion);
  const window = { bbox, columns: indexColumnsOfBoxes(boxes), fromMs, toMs };
  const { strikes, edgeMs, record } = await scannedPositions(c, window);
  const extent = extentIn({ bbox, fromMs, toMs }, record, areas.home, retentionMs);
  const { gaps, ...period } = coveredPart(extent, Math.max(fromMs, edgeMs), toMs);
  const work = {
    area,
    sites,
    strikes: positionsSince(strikes, period.fromMs),
    ...period,
    gaps,
    rule,
    siteKm,
    timeZone,
  };
  const { around, ...evaluated } = await inChunks(judgingSkill({ ...work, withReturns: sources[0].supportsAlerts }));
  const view: SkillView = {
    ...evaluated,
    cut: edgeMs > fromMs,
    siteKm,
    ringsKm: rings,
    dwellMin: dwell,
    around: { ...around, ...(region ? {} : { radiusKm: AROUND_KM }) },
    ...(source === 'simulated' ? { simulated: true } : {}),
    ...attributionBody(c.env),
  };
  return c.json(view, 200, { 'cache-control': view.toMs > view.fromMs ? CACHE : CACHE_NOTHING });
}

const CACHE = 'public, max-age=3600';
/** For an archive that is not filled yet. */
const CACHE_NOTHING = 'public, max-age=60';

/** How good the alarms of the last days were at a place. Only the response is stored, for an hour. */
export const watchSkill = new Hono<Bindings>().get(
  '/watch/skill',
  describeRoute({
    summary: 'Measure how good the alerts of a place were',
    description:
      'Counts hits, warned hits, time under stop and too early all-clears over the 14 days that are kept. `here`: the place itself, by the program that watches areas; a drawn area is hit by strikes inside it, a place or line by those within `site`. `least` and `approachOnly` of an area delay only watch and warning, so stops and hits are the same with them. `around`: the same rings at up to 400 sites within 100 km, or in the region; `choices`: other rings and dwell times at these sites; `returns`: how often lightning came back after a quiet time, empty if the data source does not support alerts. Sites count each strike when it fell; the program looks once a minute and waits for late reports. Nothing here is a promise. Give `shape` or `region`. Cached for an hour. Shares the history quota.',
    responses: {
      200: jsonResponse('The measures', SkillView),
      400: problemResponse('Invalid parameter, or the place cannot be monitored'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(SkillQuery),
  (c) => {
    const query = c.req.valid('query');
    const area = areaOf(query, parseConfig(c.env).areas.home);
    return edgeCached(c, `/internal${skillAddress(query)}`, () => skillResponse(c, query, area));
  },
);
