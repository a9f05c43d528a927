import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { LOCALES, loadTexts } from '#web/kit/i18n/index.ts';
import { StatusFacts } from '#web/tools/status/StatusScreen.tsx';
import {
  LEAST_INCIDENT_MS,
  measuredClaims,
  receivedOf,
  shareText,
  statusFromMs,
} from '#web/tools/status/serviceStatus.ts';

const NOON_MS = Date.UTC(2026, 10, 27, 12);
const FROM_MS = statusFromMs(NOON_MS);

const received = (gaps: readonly Span[], more: { completeToMs?: number | null; isStale?: boolean } = {}) =>
  receivedOf({ nowMs: NOON_MS, gaps, completeToMs: NOON_MS - MINUTE_MS, isStale: false, ...more });

const hourOf = (hours: number, minutes = 0) => FROM_MS + hours * HOUR_MS + minutes * MINUTE_MS;

describe('what was received of 14 days', () => {
  test('the days are 14 UTC days, today among them', () => {
    expect(new Date(FROM_MS).toISOString()).toBe('2026-11-14T00:00:00.000Z');
    expect(received([])?.days).toHaveLength(14);
    expect(received([])?.days.at(-1)?.fromMs).toBe(Date.UTC(2026, 10, 27));
  });

  test('without a gap every hour is complete up to now, the share is whole, and what is on its way is no gap', () => {
    const { days = [], incidents, readMs, fromMs = 0, toMs = 0 } = received([]) ?? {};
    expect(days[0]?.hours).toEqual(Array(24).fill('whole'));
    expect(days[0]?.share).toBe(1);
    expect(days[13]?.hours).toEqual([...Array(12).fill('whole'), ...Array(12).fill('outside')]);
    expect(incidents).toEqual([]);
    expect(toMs).toBe(NOON_MS - MINUTE_MS);
    expect(readMs).toBe(toMs - fromMs);
  });

  test('an hour is partial if some of it is missing, and has no data if all of it is', () => {
    const { days, readMs, fromMs = 0, toMs = 0 } = received([[hourOf(30, 30), hourOf(33)]]) ?? {};
    expect(days?.[1]?.hours.slice(5, 10)).toEqual(['whole', 'part', 'none', 'none', 'whole']);
    expect(days?.[1]?.share).toBeCloseTo(1 - 2.5 / 24);
    expect(toMs - fromMs - (readMs ?? 0)).toBe(2.5 * HOUR_MS);
  });

  test('gaps of five minutes are incidents, the newest first; shorter ones are summed', () => {
    const gaps = [
      [hourOf(50), hourOf(50, 5)],
      [hourOf(60), hourOf(60, 4)],
      [hourOf(70), hourOf(72)],
      [hourOf(80), hourOf(80, 1)],
    ] as const;
    const { incidents, shortGaps } = received(gaps) ?? {};
    expect(incidents?.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([gaps[2], gaps[0]]);
    expect(incidents?.some(({ isOpen }) => isOpen)).toBe(false);
    expect(shortGaps).toEqual({ count: 2, lengthMs: LEAST_INCIDENT_MS });
  });

  test('while the feed is late, what is newer than its last data is an open incident', () => {
    const completeToMs = NOON_MS - 20 * MINUTE_MS;
    const late = received([], { completeToMs, isStale: true });
    expect(late?.incidents).toEqual([{ fromMs: completeToMs, toMs: NOON_MS, isOpen: true }]);
    expect(late?.days[13]?.hours[11]).toBe('part');
    expect(received([], { completeToMs })?.incidents).toEqual([]);
  });

  test('time before the first data is not measured', () => {
    const startMs = hourOf(36, 30);
    const young = received([[FROM_MS - DAY_MS, startMs]]);
    expect(young).toMatchObject({ fromMs: startMs, incidents: [] });
    expect(young?.days[0]?.share).toBeUndefined();
    expect(young?.days[1]?.hours.slice(11, 14)).toEqual(['outside', 'whole', 'whole']);
    expect(young?.readMs).toBe(NOON_MS - MINUTE_MS - startMs);
  });

  test('without any data of these days nothing is claimed', () => {
    expect(received([], { completeToMs: null })).toBeUndefined();
    expect(received([], { completeToMs: FROM_MS - DAY_MS, isStale: true })).toBeUndefined();
    expect(received([[0, NOON_MS]])).toBeUndefined();
  });

  test('a share is rounded down: only all of the time is 100 %', () => {
    expect(shareText(1, 'en')).toBe('100%');
    expect(shareText(0.999_99, 'en')).toBe('99.99%');
    expect(shareText(0.5, 'en')).toBe('50%');
  });
});

describe('the page', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['status']))));

  const usual = { nowMs: NOON_MS, state: 'live', completeToMs: NOON_MS - MINUTE_MS, strikes: 140 } as const;
  const htmlOf = (isSimulated: boolean, gaps: readonly Span[] = []) =>
    renderToStaticMarkup(
      <Router ssrPath="/en/status">
        <StatusFacts status={{ ...usual, isSimulated, typicalDelayMs: 9_000, received: received(gaps) }} />
      </Router>,
    );

  test('says that simulated data is simulated, and only then', () => {
    expect(htmlOf(true)).toContain('Simulated data');
    expect(htmlOf(false)).not.toContain('Simulated data');
  });

  test('shows the measured share, each day with its hours in words, and each incident with its begin and length', () => {
    const html = htmlOf(false, [[hourOf(70), hourOf(72)]]);
    expect(html).toContain('<b>99.38%</b>');
    expect(html.match(/<tr>/g)).toHaveLength(1 + 14 + 1 + 1);
    expect(html).toContain('Hours: 22 complete, 0 partial, 2 without data');
    expect(html).toContain(`<time dateTime="${new Date(hourOf(70)).toISOString()}">`);
    expect(html).toMatch(/<td>2\s?hr<\/td>/);
    expect(htmlOf(false)).toMatch(/No gap of 5\s?min or longer/);
  });
});

describe('the claims of the landing page', () => {
  const measured = { isSimulated: false, strikes: 28_000, received: received([[hourOf(48), hourOf(51)]]) };

  test('stand beside what was measured: the share of the time with data, and strikes a day of it', () => {
    const eventsADay = Math.floor(28_000 / (13.5 - 1 / 1440));
    expect(measuredClaims(measured, 'en')).toEqual({ uptime: '99.07%', eventsADay });
  });

  test('have no measured line where fewer days were measured, or data is simulated', () => {
    expect(measuredClaims({ ...measured, isSimulated: true }, 'en')).toBeUndefined();
    expect(measuredClaims({ ...measured, received: undefined }, 'en')).toBeUndefined();
    expect(measuredClaims({ ...measured, received: received([[hourOf(0), hourOf(24)]]) }, 'en')).toBeUndefined();
  });
});
