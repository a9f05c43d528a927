import { bboxContains, parseBBox } from '#shared/geo/BBox.ts';
import { isoSeconds, parseIsoInstant } from '#shared/time/isoTime.ts';
import { type KnownStrike, type SourceAnswer, type SourceStandIn, startSource } from './startSource.ts';

type Twist = keyof typeof TWISTS;
export type MeteomaticsStandIn = SourceStandIn<Twist> & { add(...strikes: readonly KnownStrike[]): void };

interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** The lightning list of Meteomatics' API, as CSV, for whoever has the credentials. */
export async function startMeteomatics(credentials: Credentials, port = 0): Promise<MeteomaticsStandIn> {
  const sky: KnownStrike[] = [];
  const basic = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  const source = await startSource({
    port,
    twists: TWISTS,
    answer: ({ pathname, searchParams }, { authorization }) => {
      if (authorization !== basic) return refused(401, 'Unauthorized');
      return pathname === '/get_lightning_list' ? answer(sky, searchParams) : refused(404, 'Not Found');
    },
  });
  return { ...source, add: (...strikes) => void sky.push(...strikes) };
}

function answer(sky: readonly KnownStrike[], query: URLSearchParams): SourceAnswer {
  const [fromMs, toMs] = (query.get('time_range') ?? '').split('--').map(parseIsoInstant);
  const corners = (query.get('bounding_box') ?? '').split('_').map((corner) => corner.split(','));
  const [[north, west] = [], [south, east] = []] = corners;
  const box = parseBBox([west, south, east, north].join(','));
  if (fromMs === undefined || toMs === undefined || toMs < fromMs) return refused(400, 'Bad time range');
  if (!box.ok || query.get('format') !== 'csv') return refused(400, 'Bad bounding box or format');
  const rows = sky
    .filter(
      ({ atMs, longitude, latitude }) => atMs >= fromMs && atMs <= toMs && bboxContains(box.bbox, longitude, latitude),
    )
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, latitude, longitude, detail }) =>
      [isoSeconds(atMs), latitude, longitude, detail?.currentKa ?? -999].join(';'),
    );
  return { status: 200, type: 'text/csv', body: [HEADER, ...rows].map((row) => `${row}\n`).join('') };
}

const HEADER = 'stroke_time:sql;stroke_lat:d;stroke_lon:d;stroke_current:kA';

function refused(status: number, text: string): SourceAnswer {
  return { status, type: 'text/html', body: `<html><body>${text}</body></html>` };
}

const edited = (change: (rows: string[][]) => string[][]) => (right: SourceAnswer) => {
  const rows = right.body
    .trimEnd()
    .split('\n')
    .map((row) => row.split(';'));
  return {
    ...right,
    body: change(rows)
      .map((row) => `${row.join(';')}\n`)
      .join(''),
  };
};
const renamed = (from: string, to: string) => (right: SourceAnswer) => ({
  ...right,
  body: right.body.replace(from, to),
});

/** What this service may say otherwise, rightly or wrongly. */
const TWISTS = {
  /** Currents in ampere. */
  otherUnit: renamed('stroke_current:kA', 'stroke_current:A'),
  otherName: renamed('stroke_lat:d', 'lat'),
  noHeader: edited(([, ...rows]) => rows),
  /** Nothing is wrong: other columns, in another order. */
  otherOrder: edited((rows) => rows.map((row, index) => [index === 0 ? 'lightning_type' : '2', ...row.toReversed()])),
  /** A row that cannot be read beside each that can. */
  badRows: edited(([header = [], ...rows]) => [
    header,
    ...rows.flatMap((row) => [row, ['yesterday', ...row.slice(1)]]),
  ]),
  shortRows: edited(([header = [], ...rows]) => [header, ...rows.flatMap((row) => [row, row.slice(1)])]),
} satisfies Record<string, (right: SourceAnswer) => SourceAnswer>;
