import { expect, test } from 'vitest';
import { bboxCentre, HOME_BOX, HOME_TOWN } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { seededRandom } from '#shared/numbers.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { type Area, DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, LATE_REPORT_MS } from '#shared/watch/Area.ts';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { between } from '#worker/dev/simulator/simulatedSource.ts';
import { weatherModel } from '#worker/dev/simulator/weatherModel.ts';
import { REPLAY_MINUTES } from '#worker/nowcast/NowcastEngine.ts';
import { earlyNotice } from '#worker/watch/planNotifications.ts';

/** More than a dwell before the nowcast begins. */
const HOLD_MINUTES = 90;
const AREA: Area = {
  shape: { type: 'Point', coordinates: [HOME_TOWN.longitude, HOME_TOWN.latitude] },
  ringsKm: DEFAULT_RINGS_KM,
  dwellMs: DEFAULT_DWELL_MS,
  settleMs: LATE_REPORT_MS,
  least: 1,
};

/** When each thing was first seen at Sofia, in whole minutes after the first start. */
type FirstStart = Readonly<
  Partial<Record<'arrow' | 'forecast' | 'approach' | 'early' | 'watch' | 'warning' | 'stop' | 'allClear', number>>
>;

/**
 * The product's first two hours at Sofia, in virtual time: the nowcast with its half hour of history, the machine that
 * watches an area, and the early notice, each told of a minute when the next one is over.
 */
function playFirstStart(seed: number, anchorMs: number): FirstStart {
  const sky = weatherModel(seed, anchorMs);
  const nowcast = createNowcast(bboxCentre(HOME_BOX));
  const seen: { -readonly [Thing in keyof FirstStart]: number } = {};
  let state = newAreaState();
  for (let minute = -HOLD_MINUTES; minute <= 120; minute += 1) {
    const notifiedMs = anchorMs + (minute - 1) * MINUTE_MS;
    const nowMs = anchorMs + minute * MINUTE_MS;
    const simulatedStrikes = sky.strikesBetween(notifiedMs - MINUTE_MS, notifiedMs);
    if (minute >= -REPLAY_MINUTES) nowcast.tick(notifiedMs, simulatedStrikes);
    const strikes = simulatedStrikes.map((strike, ordinal) => ({
      ordinal: minute * 10_000 + ordinal,
      atMs: strike.atMs,
      km: distanceKm(strike, HOME_TOWN),
      bearing: 0,
    }));
    const snapshot = {
      epoch: '',
      seq: 0,
      watermarkMs: notifiedMs,
      providerNowMs: nowMs,
      gapBoxes: [],
      gapBoxesTruncated: false,
    };
    state = watchArea(AREA, state, { strikes, snapshot, receivedMs: nowMs, replayed: true, nowMs }).state;
    if (minute < 0) continue;
    const forecastResult = nowcast.at(HOME_TOWN.latitude, HOME_TOWN.longitude);
    if (nowcast.cells().some(({ showArrow }) => showArrow)) seen.arrow ??= minute;
    if (forecastResult.state !== 'quiet') seen.forecast ??= minute;
    if (forecastResult.state === 'approaching') seen.approach ??= minute;
    if (earlyNotice({ state, results: [forecastResult], notifiedMs: null, nowMs })) seen.early ??= minute;
    if (state.level !== 'clear') seen[state.level] ??= minute;
    else if (seen.stop !== undefined) seen.allClear ??= minute;
  }
  return seen;
}

const YEAR_MS = 365 * 86_400_000;

/** At any hour of any season. */
function randomStarts(count: number) {
  const random = seededRandom(69);
  return Array.from({ length: count }, (_, index) => ({
    seed: index % 2 === 0 ? 1 : index,
    anchorMs: Date.UTC(2026, 0, 1) + Math.floor(between(random, 0, YEAR_MS)),
  }));
}

test('first starts at any hour of any season each have an arrow within 3 min, a forecast at Sofia within 15, and every level within 120', () => {
  const starts = randomStarts(shareOfRuns(20)).map(({ seed, anchorMs }) => {
    const seen = playFirstStart(seed, anchorMs);
    process.stdout.write(`seed ${seed}, ${new Date(anchorMs).toISOString()}: ${JSON.stringify(seen)}\n`);
    return seen;
  });
  for (const { arrow, forecast, approach, early, watch, warning, stop, allClear = 0 } of starts) {
    expect(arrow).toBeLessThanOrEqual(3);
    expect(forecast).toBeLessThanOrEqual(15);
    expect(approach).toBeLessThanOrEqual(15);
    expect([early, watch, warning, stop, allClear]).toEqual(
      [early, watch, warning, stop, allClear].toSorted((a = 0, b = 0) => a - b),
    );
    expect(early).toBeLessThan(watch ?? 0);
    expect(stop).toBeGreaterThan(25);
    expect(stop).toBeLessThan(38);
    expect(allClear).toBeLessThanOrEqual(120);
  }
});
