import { circleAround, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import type { AreaBody } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { LiveArea } from '#worker/watch/engine.ts';
import type { StoredArea } from '#worker/watch/watchlists.ts';
import { type Figure, timeAtMost } from './Figure.ts';

const TOWN: Position = { latitude: 42.7, longitude: 23.32 };
const AROUND_KM = 30;
const START_MS = Date.UTC(2026, 6, 14, 18);
const POLLS_A_MINUTE = 12;
const STRIKES_A_POLL = 84;
const MINUTE_MS = 60_000;

/** Points of a spiral around the town, evenly spread. */
function aroundTown(index: number, count: number): Position {
  const corners = 360;
  const [longitude, latitude] = circleAround(TOWN, AROUND_KM * Math.sqrt((index + 0.5) / count), corners)[
    Math.round(index * 137.508) % corners
  ] ?? [0, 0];
  return { latitude, longitude };
}

/** Options of an area that cost more to evaluate than its rings. */
type Requested = Pick<AreaBody, 'least' | 'approachOnly'>;

function areaAt(index: number, count: number, corners: number, requested: Requested): LiveArea {
  const middle = aroundTown(index, count);
  const shape =
    corners === 1
      ? { type: 'Point' as const, coordinates: [middle.longitude, middle.latitude] as [number, number] }
      : { type: 'Polygon' as const, coordinates: [circleAround(middle, 3, corners)] as [[number, number][]] };
  const body = { name: 'area', kind: 'site', shape, ringsKm: [30, 16, 10], dwellMin: 30, ...requested } as const;
  const storedArea: StoredArea = {
    watchlist: 'b',
    id: String(index),
    body: { ...body, ringsKm: [...body.ringsKm] },
    revision: 1,
    replayed: true,
    state: newAreaState(),
    writtenMs: 0,
  };
  return new LiveArea(storedArea, MINUTE_MS);
}

/** The strikes of one poll of a storm over the town. */
function strikesOf(poll: number): NumberedStrike[] {
  return Array.from({ length: STRIKES_A_POLL }, (_, index) => {
    const ordinal = poll * STRIKES_A_POLL + index + 1;
    const at = aroundTown((ordinal * 7_919) % 1_000, 1_000);
    return { id: `s${ordinal}`, ordinal, ...at, atMs: START_MS + (poll * MINUTE_MS) / POLLS_A_MINUTE - index * 10 };
  });
}

/** One poll's strikes and pulse, applied to every area. */
function applyPoll(areas: readonly LiveArea[], poll: number): void {
  const strikes = strikesOf(poll);
  const nowMs = START_MS + (poll * MINUTE_MS) / POLLS_A_MINUTE;
  const seq = strikes.at(-1)?.ordinal ?? 0;
  const snapshot = {
    epoch: 'e',
    seq,
    watermarkMs: nowMs - 1_000,
    providerNowMs: nowMs,
    gapBoxes: [],
    gapBoxesTruncated: false,
  };
  const seen = { strikes: toStrikes(strikes), rows: [...strikes.keys()] };
  for (const area of areas) {
    area.stored = area.step({ strikes: area.near(seen), snapshot, receivedMs: nowMs, replayed: true, nowMs }).stored;
  }
}

/** What one would write first for a point: every strike's distance on the sphere, the newest within each ring. */
function applyNaively(middles: readonly Position[], lastMs: Float64Array, poll: number): void {
  const strikes = strikesOf(poll);
  middles.forEach((middle, index) => {
    for (const strike of strikes) {
      const km = distanceKm(middle, strike);
      for (const [ring, radiusKm] of [30, 16, 10].entries()) {
        if (km <= radiusKm) lastMs[index * 3 + ring] = Math.max(lastMs[index * 3 + ring] ?? 0, strike.atMs);
      }
    }
  });
}

/**
 * A minute of 1,000 strikes over `count` areas, all around one town, read in twelve polls: the share of one core that
 * judging takes, in processor time. Without storage, which is written only for areas that something happened to.
 */
export function watchFigures(count: number): Figure[] {
  const share = (work: (poll: number) => void) => {
    for (let poll = 0; poll < 3; poll += 1) work(poll);
    const before = process.cpuUsage();
    for (let poll = 3; poll < 3 + POLLS_A_MINUTE; poll += 1) work(poll);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) / 1_000 / MINUTE_MS) * 100;
  };
  const middles = Array.from({ length: count }, (_, index) => aroundTown(index, count));
  const lastMs = new Float64Array(count * 3);
  const baseline = share((poll) => applyNaively(middles, lastMs, poll));
  const variants = [
    [1, { least: 1 }, ''],
    [20, { least: 1 }, ''],
    [200, { least: 1 }, ''],
    [1, { least: 20 }, ', 20 strikes wanted'],
    [200, { least: 20, approachOnly: true }, ', 20 strikes wanted, approaching only'],
  ] as const;
  return variants.map(([corners, requested, what]): Figure => {
    const areas = Array.from({ length: count }, (_, index) => areaAt(index, count, corners, requested));
    const ours = share((poll) => applyPoll(areas, poll));
    const most = 'approachOnly' in requested ? 30 : corners === 200 ? 15 : 5;
    return {
      group: 'watch',
      name: `${count} areas of ${corners} corner${corners === 1 ? '' : 's'}${what}, 1,000 strikes a minute, share of a core`,
      unit: '%',
      ours,
      baseline,
      ...timeAtMost(most),
    };
  });
}
