import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstView, knownUntilMs } from '#web/sky/feed/FeedView.ts';
import { awaitPast, createShownMoment, drawPast, type Past, showPast } from '#web/sky/shown/ShownMoment.ts';
import { skySource, windowEndMs } from '#web/sky/shown/SkySource.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const store = () => new StrikeStore({ capacity: 4, maxAgeMs: HOUR, epochMs: NOW });
const view = { ...firstView(store(), NOW), complete: true };
const past: Past = {
  atMs: NOW - 5 * HOUR,
  windowMs: 6 * HOUR,
  strikes: { store: store(), revision: 1 },
  complete: true,
  whole: true,
  tooWide: false,
  unread: [[0, 1]],
  onLive: () => undefined,
};
const scope = { box: undefined, windowMs: HOUR };

describe('the map has its sky', () => {
  test('from the feed while it is live: all that has fallen until now', () => {
    const source = skySource(view, createShownMoment(), scope, NOW + 1);
    expect(source).toMatchObject({ strikes: view.strikes, complete: true, windowMs: HOUR, onLive: undefined });
    expect(source).toMatchObject({ nowMs: NOW + 1, drawnNowMs: NOW + 5_000, endMs: NOW + 1, toMs: Infinity });
  });

  test('from the timeline while the past is shown, whatever the feed holds, and says how one comes back', () => {
    const moment = createShownMoment();
    showPast(moment, past);
    const source = skySource(view, moment, scope, NOW);
    expect(source.strikes).toBe(past.strikes);
    expect(source).toMatchObject({ nowMs: past.atMs, endMs: past.atMs, toMs: past.atMs, windowMs: past.windowMs });
    expect(source.truth).toEqual({ kind: 'past', whole: true, live: { kind: 'connecting' }, byHour: false });
    expect([source.unread, source.onLive]).toEqual([past.unread, past.onLive]);
  });

  test('from nobody while a past is awaited: no strike of now is shown for one of then', () => {
    const moment = createShownMoment();
    awaitPast(moment);
    const source = skySource(view, moment, scope, NOW);
    expect(source).toMatchObject({ complete: false, truth: { kind: 'connecting' } });
    expect(source.toMs).toBeLessThan(NOW - HOUR);
    showPast(moment, past);
    expect(skySource(view, moment, scope, NOW).strikes).toBe(past.strikes);
  });

  test('from the feed again once one goes back, and then nothing else is drawn', () => {
    const moment = createShownMoment();
    showPast(moment, past);
    drawPast(moment, { atMs: past.atMs, windowMs: HOUR, crowds: undefined });
    showPast(moment, undefined);
    expect(moment).toMatchObject({ past: undefined, drawn: undefined, awaited: false });
    expect(skySource(view, moment, scope, NOW).strikes).toBe(view.strikes);
  });
});

test('a window ends now, unless the feed is down: then where the last answer ended it, for a minute or a week', () => {
  expect(windowEndMs({ kind: 'live', checkedMs: NOW - 4_000, whole: true }, NOW)).toBe(NOW);
  expect(windowEndMs({ kind: 'delayed', checkedMs: NOW - 90_000, slicesOnly: false }, NOW)).toBe(NOW);
  const outage = fc.integer({ min: 60_000, max: 7 * 86_400_000 });
  fc.assert(
    fc.property(outage, fc.integer({ min: 0, max: 3_600_000 }), (agoMs, laterMs) => {
      const truth = { kind: 'down', sinceMs: NOW - agoMs, cause: 'feed' } as const;
      expect(windowEndMs(truth, NOW + laterMs)).toBe(NOW - agoMs);
    }),
  );
});

test('of a feed that never answered there is no last instant to show', () => {
  expect(windowEndMs({ kind: 'down', sinceMs: null, cause: 'connection' }, NOW)).toBe(NOW);
});

test('what is held is kept from the last answer on, once the feed is down', () => {
  expect(knownUntilMs({ lastSuccessMs: NOW - 100_000 }, NOW)).toBe(NOW);
  expect(knownUntilMs({ lastSuccessMs: NOW - 4_320_000 }, NOW)).toBe(NOW - 4_320_000);
  expect(knownUntilMs({ lastSuccessMs: null }, NOW)).toBe(NOW);
  expect(knownUntilMs(null, NOW)).toBe(NOW);
});
