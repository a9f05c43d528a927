import { describe, expect, test } from 'vitest';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { previewing, previewOf } from '#shared/watch/previewOf.ts';
import { coveredPart } from '#worker/archive/readExtent.ts';
import { SOFIA } from './AreaPlay.ts';

const HOUR = 3_600_000;
/** Midnight in Sofia, which is three hours ahead in summer. */
const FROM = Date.UTC(2026, 6, 1, 21);
const DAY = 24 * HOUR;

const strikeAt = (atMs: number, km: number): NearStrike => ({ ordinal: atMs / 1_000, atMs, km, bearing: 0 });
const preview = (strikes: readonly NearStrike[], parts: object = {}) =>
  previewOf({
    area: SOFIA,
    strikes,
    fromMs: FROM,
    toMs: FROM + 14 * DAY,
    unread: [],
    timeZone: 'Europe/Sofia',
    ...parts,
  });

describe('the preview', () => {
  test('of a quiet sky tells nothing', () => {
    expect(preview([])).toMatchObject({ alerts: 0, atNight: 0, longestStopMs: 0, unreadMs: 0 });
  });

  test('counts an alert from clear to clear, by how bad it became and when it began', () => {
    const strikes = [
      strikeAt(FROM + 2 * HOUR, 25),
      strikeAt(FROM + 2 * HOUR + 300_000, 14),
      strikeAt(FROM + 15 * HOUR, 20),
      strikeAt(FROM + 3 * DAY + 12 * HOUR, 8),
      strikeAt(FROM + 3 * DAY + 12 * HOUR + 20 * 60_000, 5),
    ];
    const found = preview(strikes);
    expect(found).toMatchObject({ alerts: 3, atNight: 1, byLevel: { watch: 3, warning: 2, stop: 1 } });
    // 20 min from the first to the last strike, then dwell and settle.
    expect(Math.abs(found.longestStopMs - 51 * 60_000)).toBeLessThanOrEqual(120_000);
  });

  test('knows night by the zone’s own clock, summer time included', () => {
    const atSix = [strikeAt(FROM + 5 * HOUR + 1_800_000, 8)];
    expect(preview(atSix).atNight).toBe(1);
    expect(preview(atSix, { timeZone: 'Asia/Tokyo' }).atNight).toBe(0);
  });

  test('lets no alert end by what was not read, and says how long that was', () => {
    const hole = [FROM + DAY + 600_000, FROM + DAY + 2 * HOUR] as const;
    const found = preview([strikeAt(FROM + DAY, 8)], { unread: [hole] });
    expect(found.unreadMs).toBe(2 * HOUR - 600_000);
    expect(found.longestStopMs).toBeGreaterThan(2 * HOUR);
  });

  test('of the dearest place and the most strikes pauses often, so that others have their turn', () => {
    const area = { ...SOFIA, ringsKm: [60, 60, 60] as const, dwellMs: HOUR, least: 20, approachOnly: true };
    const strikes = Array.from({ length: 60_000 }, (_, index) => ({
      ...strikeAt(FROM + Math.floor((index * 14 * DAY) / 60_000), (index * 7.3) % 60),
      ordinal: index,
    }));
    const work = previewing({ area, strikes, fromMs: FROM, toMs: FROM + 14 * DAY, unread: [], timeZone: 'UTC' });
    let pauses = 0;
    while (!work.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(50);
  });

  test('of a long storm goes on to its end, and of one that is under way to now', () => {
    const storm = Array.from({ length: 30 }, (_, index) => strikeAt(FROM + 14 * DAY - HOUR + index * 120_000, 3));
    expect(preview(storm)).toMatchObject({ alerts: 1, byLevel: { stop: 1 } });
    expect(preview(storm).longestStopMs).toBeGreaterThan(55 * 60_000);
  });
});

describe('what the archive covers', () => {
  const extent = (unread: readonly (readonly [number, number])[], completeToMs: number | null = FROM + DAY) => ({
    completeToMs,
    unread,
    outsideHome: false,
  });

  test('begins with the first reading and ends with the last; holes within are told', () => {
    const hole = [FROM + 5 * HOUR, FROM + 6 * HOUR] as const;
    expect(coveredPart(extent([[FROM, FROM + 2 * HOUR], hole]), FROM, FROM + 2 * DAY)).toEqual({
      fromMs: FROM + 2 * HOUR,
      toMs: FROM + DAY,
      unread: [hole],
    });
  });

  test('is nothing where nothing was read', () => {
    const none = { fromMs: FROM + DAY, toMs: FROM + DAY, unread: [] };
    expect(coveredPart(extent([[FROM, FROM + DAY]]), FROM, FROM + DAY)).toEqual(none);
    expect(coveredPart(extent([], null), FROM, FROM + DAY)).toEqual(none);
  });
});
