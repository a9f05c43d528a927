import { isoMillis } from '#shared/time/isoTime.ts';
import type { FaultSettings } from './FaultSettings.ts';
import { hostileRows } from './hostile.ts';
import { EVENT_TYPE, parseEventListQuery } from './parseEventListQuery.ts';
import { hash32, type Random, seededRandom } from './sky/seededRandom.ts';
import { type PublishedStrike, type SimulatedSky, visibleStrikes } from './visibleStrikes.ts';

export interface SimulatedAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface CallContext {
  readonly faults: FaultSettings;
  readonly nowMs: number;
  readonly rowSeed: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The answer to `GET /radar/api/v1/event/list`: `from` inclusive, `to` exclusive, at most `limit` rows. */
export function answerEventList(
  sky: SimulatedSky,
  params: URLSearchParams,
  { faults, nowMs, rowSeed }: CallContext,
): SimulatedAnswer {
  const parsed = parseEventListQuery(params);
  if (!parsed.ok) return { status: 400, body: { error: 'bad_request', ...parsed.fault } };
  const query = parsed.value;
  const skewMs = faults.clockSkewMs;
  const asked = { ...query, fromMs: query.fromMs - skewMs, toMs: query.toMs - skewMs };
  const random = seededRandom(rowSeed);
  const strikes = visibleStrikes(sky, asked, faults, nowMs);
  const rows = (faults.keep === 'newest' ? strikes.reverse() : strikes).flatMap((strike) =>
    tampered(rowOf(strike, skewMs), faults, random),
  );
  const kept = rows.slice(0, query.limit);
  return { status: 200, body: { events: hostileRows(faults.hostile, ordered(kept, faults, random)) } };
}

function rowOf(strike: PublishedStrike, skewMs: number): Row {
  const { id, latitude, longitude, atMs } = strike;
  return { id, latitude, longitude, timestamp: isoMillis(atMs + skewMs), event_type: EVENT_TYPE };
}

/** The row after the faults: intact or spoilt, perhaps doubled, perhaps followed by an unreadable extra row. */
function tampered(row: Row, faults: FaultSettings, random: Random): Row[] {
  const [spoiltDraw, twiceDraw, besideDraw, wayDraw] = [random(), random(), random(), random()];
  const first = spoiltDraw < faults.spoiltShare ? spoilt(row, wayDraw) : row;
  const rows = twiceDraw < faults.duplicateShare ? [first, first] : [first];
  if (besideDraw >= faults.badRowShare) return rows;
  const stranger = hash32(Math.floor(besideDraw * 2 ** 32))
    .toString(16)
    .padStart(24, 'f');
  return [...rows, spoilt({ ...row, id: stranger }, wayDraw)];
}

const WAYS: readonly ((row: Row) => Row)[] = [
  (row) => ({ ...row, latitude: 'north' }),
  (row) => ({ ...row, longitude: null }),
  (row) => ({ ...row, latitude: 1e9 }),
  (row) => ({ ...row, timestamp: 'yesterday' }),
  (row) => ({ ...row, timestamp: 12 }),
  (row) => ({ ...row, id: '' }),
  ({ id: _, ...rest }) => rest,
];

function spoilt(row: Row, draw: number): Row {
  return WAYS[Math.floor(draw * WAYS.length)]?.(row) ?? {};
}

function ordered(rows: readonly Row[], { order, keep }: FaultSettings, random: Random): readonly Row[] {
  if (order === 'shuffled') {
    return rows
      .map((row) => [random(), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  }
  return (order === 'newest-first') === (keep === 'newest') ? rows : rows.toReversed();
}
