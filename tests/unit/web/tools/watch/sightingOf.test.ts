import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { DEFAULT_DWELL_MS, SETTLE_MS } from '#shared/watch/Area.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { areaOf, blindCause, heardPulse, nearStrikes, sightingOf } from '#web/tools/watch/watchedArea.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const PLACE = {
  shape: { type: 'Point', coordinates: [SOFIA.longitude, SOFIA.latitude] },
  name: 'Sofia',
  ringsKm: [30, 16, 10],
  dwellMin: 30,
} as const;
const AREA = areaOf(PLACE);
const AREAS = { home: HOME, coverage: HOME };
/** The provider's clock is five minutes slow, this device's ten seconds. */
const OFFSET = -300_000;
const DEVICE = 10_000;

function feedState(parts: Partial<FeedState> = {}): FeedState {
  return {
    state: 'live',
    lastSuccessMs: NOW,
    newestStrikeMs: null,
    typicalDelayMs: null,
    epoch: 'a',
    completeToMs: NOW + OFFSET - 5_000,
    providerOffsetMs: OFFSET,
    ...parts,
  };
}

const heardAt = (heardMs: number, feed = feedState()) => ({
  told: { seq: 7, heardAtMs: heardMs - DEVICE, feed },
  clockOffsetMs: DEVICE,
  areas: AREAS,
});

describe('strikes near a place', () => {
  test('are those within the outermost ring, with distance and bearing, since the given time', () => {
    const store = new StrikeStore({ capacity: 10, maxAgeMs: 3_600_000, epochMs: NOW });
    const rows = [
      [1, 42.8, 23.3219, NOW],
      [2, 42.6977, 23.2, NOW],
      [3, 43, 23.3219, NOW],
      [4, 42.8, 23.3219, NOW - 2_000],
    ] as const;
    store.append(
      {
        ordinals: Array.from(rows, ([ordinal]) => ordinal),
        latitudesE5: Array.from(rows, ([, latitude]) => Math.round(latitude * 1e5)),
        longitudesE5: Array.from(rows, ([, , longitude]) => Math.round(longitude * 1e5)),
        atMs: Array.from(rows, ([, , , atMs]) => atMs),
      },
      NOW,
    );
    const near = nearStrikes(store, AREA, SOFIA, NOW - 1_000);
    expect(near.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    expect(near[0]?.km).toBeCloseTo(11.4, 1);
    expect(near[0]?.bearing).toBeCloseTo(0, 1);
    expect(near[1]?.bearing).toBeCloseTo(270, 0);
  });
});

describe('the Feed’s word', () => {
  test('is passed on as it was when it was heard, times being the provider’s', () => {
    const gaps: FeedState['gaps'] = [[20, 40, 21, 41, NOW - 60_000, NOW]];
    expect(heardPulse(feedState({ gaps, gapsCut: true }), 7, NOW)).toEqual({
      epoch: 'a',
      seq: 7,
      watermarkMs: NOW + OFFSET - 5_000,
      providerNowMs: NOW + OFFSET,
      gaps,
      gapsCut: true,
    });
  });

  test.each<[string, Partial<FeedState>]>([
    ['is down', { state: 'down' }],
    ['does not say how far it has read, as an older server', { completeToMs: undefined }],
    ['has no epoch', { epoch: undefined }],
    ['does not tell the provider’s clock', { providerOffsetMs: undefined }],
  ])('is none of a feed that %s', (_, parts) => {
    expect(heardPulse(feedState(parts), 7, NOW)).toBeNull();
  });
});

describe('what the machine is told', () => {
  test('holds nothing before every strike of the window is held', () => {
    const sighting = sightingOf(AREA, { told: null, clockOffsetMs: 0, areas: AREAS }, [], NOW);
    expect(sighting).toEqual({ strikes: [], pulse: null, heardMs: null, replayed: false, nowMs: NOW });
  });

  test('says when the word was heard by the server’s clock', () => {
    const sighting = sightingOf(AREA, heardAt(NOW - 4_000), [], NOW);
    expect([sighting.heardMs, sighting.pulse?.providerNowMs]).toEqual([NOW - 4_000, NOW - 4_000 + OFFSET]);
    expect(sighting.replayed).toBe(true);
  });

  test('has no word on a place whose rings reach beyond home, nor before it is known where home is', () => {
    const vienna = areaOf({ ...PLACE, shape: { type: 'Point', coordinates: [16, 47.9] } });
    expect(sightingOf(vienna, heardAt(NOW), [], NOW).pulse).toBeNull();
    expect(sightingOf(AREA, { ...heardAt(NOW), areas: null }, [], NOW).pulse).toBeNull();
    expect(sightingOf(AREA, heardAt(NOW), [], NOW).pulse).not.toBeNull();
  });
});

describe('with the machine', () => {
  const strike = { ordinal: 1, atMs: NOW + OFFSET - 60_000, km: 8, bearing: 0 };
  const step = (state: AreaState, sighting: ReturnType<typeof sightingOf>) => watchArea(AREA, state, sighting).state;
  const start = step(newAreaState(), sightingOf(AREA, heardAt(NOW), [strike], NOW));

  test('a strike within the stop ring is seen as stop', () => {
    expect(start).toMatchObject({ level: 'stop', sight: 'seen' });
  });

  test.each([
    ['is cut', () => heardAt(NOW)],
    ['has gone down', (nowMs: number) => heardAt(nowMs, feedState({ state: 'down' }))],
    ['comes from an older server now', (nowMs: number) => heardAt(nowMs, feedState({ completeToMs: undefined }))],
    ['stands still', (nowMs: number) => heardAt(nowMs)],
  ])('a feed that %s is unknown within 125 s and never clear, however long it lasts', (_, viewAt) => {
    let state = start;
    let clears = 0;
    for (let seconds = 0; seconds <= 3_600; seconds += 5) {
      const nowMs = NOW + seconds * 1_000;
      state = step(state, sightingOf(AREA, viewAt(nowMs), [strike], nowMs));
      if (seconds > 120) expect(state.sight).toBe('unknown');
      if (state.sight !== 'unknown' && state.level === 'clear') clears += 1;
    }
    expect(clears).toBe(0);
    expect(state.level).toBe('stop');
  });

  test('the all-clear comes once the data is complete to dwell and settle after the strike, not before', () => {
    const heldMs = DEFAULT_DWELL_MS + SETTLE_MS;
    let state = start;
    let clearAtMs = 0;
    for (let seconds = 0; seconds <= 2_400 && clearAtMs === 0; seconds += 5) {
      const nowMs = NOW + seconds * 1_000;
      const feed = feedState({ completeToMs: nowMs + OFFSET - 5_000, lastSuccessMs: nowMs });
      state = step(state, sightingOf(AREA, heardAt(nowMs, feed), [strike], nowMs));
      if (state.level === 'clear') clearAtMs = nowMs;
    }
    expect(clearAtMs - (strike.atMs - OFFSET)).toBe(heldMs + 5_000);
  });
});

describe('the reason of blindness', () => {
  const view = {
    startedAtMs: NOW - 60_000,
    clockOffsetMs: 0,
    heardAtMs: NOW - 1_000,
    failing: false,
    feed: feedState(),
    areas: AREAS,
    primary: null,
  };
  const sighting = sightingOf(AREA, heardAt(NOW - 1_000), [], NOW);
  const untold = sightingOf(AREA, { told: null, clockOffsetMs: 0, areas: AREAS }, [], NOW);

  test.each([
    ['source', { ...view, primary: SATELLITE }, sighting],
    ['outside', { ...view, areas: { home: { ...HOME, east: 23.4 }, coverage: HOME } }, sighting],
    ['loading', { ...view, startedAtMs: NOW - 1_000, heardAtMs: null }, untold],
    ['connection', { ...view, heardAtMs: null }, untold],
    ['connection', { ...view, heardAtMs: NOW - 61_000 }, sighting],
    ['connection', { ...view, failing: true }, untold],
    ['loading', view, untold],
    ['feed', { ...view, feed: feedState({ state: 'down' }) }, sighting],
    ['server', { ...view, feed: feedState({ completeToMs: undefined }) }, sighting],
    ['settling', view, sighting],
  ] as const)('is %s', (cause, seen, told) => {
    expect(blindCause(AREA, seen, told)).toBe(cause);
  });

  test('is a network that is silent, or a part of the area that was not read', () => {
    const old = sightingOf(AREA, heardAt(NOW, feedState({ completeToMs: NOW + OFFSET - 61_000 })), [], NOW);
    expect(blindCause(AREA, view, old)).toBe('feed');
    const gap: FeedState['gaps'] = [[23, 42, 24, 43, NOW + OFFSET - 400_000, NOW + OFFSET - 300_000]];
    expect(blindCause(AREA, view, sightingOf(AREA, heardAt(NOW, feedState({ gaps: gap })), [], NOW))).toBe('gaps');
  });
});
