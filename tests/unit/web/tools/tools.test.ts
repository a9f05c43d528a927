import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOOK_UP_RADII_KM, LookUpBody } from '#shared/fires/lookUpBodies.ts';
import { circleAround } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { MAX_HISTORY_WINDOW_MS, MAX_RADIUS_KM } from '#shared/limits.ts';
import { ROWS_A_UNIT } from '#shared/plans.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, isoMillis } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { pairs } from '#tests/support/pairs.ts';
import { verificationBody } from '#tests/verify/e2e/site/verificationBody.ts';
import { parseMapQuery, viewBox } from '#web/ground/view/mapQuery.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { timelineAddress } from '#web/sky/past/timeline.ts';
import { publicLimits, publicPaths } from '#web/tools/api/apiSamples.ts';
import { EMBED_AREAS, embedAddress, embedSnippet, embedView } from '#web/tools/embed/embedSnippet.ts';
import { ageText, candidateHref, candidateWhereText, shareText } from '#web/tools/lookUp/CandidateList.tsx';
import { completenessOf, lookUpBody, lookUpError, pictureOfFire } from '#web/tools/lookUp/LookUpResults.tsx';
import { type LookUpDraft, lookUpDraftOf, lookUpQueryOf, timesRepeated } from '#web/tools/lookUp/LookUpScreen.tsx';
import {
  formatLookUpAddress,
  LOOK_BACK_DAYS,
  type LookUpQuery,
  parseLookUpAddress,
} from '#web/tools/lookUp/lookUpAddress.ts';
import { printedFootCss } from '#web/tools/query/printedFoot.ts';
import {
  daySums,
  foundText,
  loadReport,
  MOST_STROKES,
  missingOf,
  reportCsv,
  reportDays,
  reportDraftOf,
  reportQueryOf,
  reportRows,
  sha256,
} from '#web/tools/report/report.ts';
import { binOf, firstVisible, onAxes, plottedBins, verificationTexts } from '#web/tools/verification/sections.tsx';

const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };

describe('embed snippet', () => {
  const EMBED = {
    ...({ origin: 'https://lightning.example', siteName: 'Balkan Lightning', locale: 'bg', theme: 'dark' } as const),
    view: { latitude: 42.5, longitude: 25, zoom: 5.5 },
    windowMs: 6 * HOUR_MS,
    width: 300,
    height: 200,
  };

  test('the snippet is a frame that loads late and a link below it, without any script', () => {
    expect(embedSnippet(EMBED)).toBe(
      `<iframe src="https://lightning.example/bg/embed?view=42.5,25,5.5z&amp;minutes=360&amp;theme=dark" title="Карта на мълниите в реално време: Balkan Lightning"
  width="300" height="200" style="width:100%;max-width:300px;height:auto;aspect-ratio:300/200;border:0" loading="lazy"></iframe>
<p><a href="https://lightning.example/bg/map?view=42.5,25,5.5z&amp;minutes=360&amp;theme=dark" target="_blank" rel="noopener">Карта на мълниите: Balkan Lightning</a></p>`,
    );
    expect(embedSnippet(EMBED)).not.toMatch(/<script|\son\w+=/);
  });

  test('the address holds language, view, range and theme, as the map reads them', () => {
    const { pathname, search } = new URL(embedAddress(EMBED));
    expect(parsePath(pathname)).toEqual({ page: 'embed', locale: 'bg' });
    expect(parseMapQuery(search)).toMatchObject({ view: EMBED.view, windowMs: EMBED.windowMs, theme: 'dark' });
  });

  test('what a site is called cannot break out of the snippet', () => {
    const snippet = embedSnippet({ ...EMBED, siteName: '"><script>alert(1)</script>' });
    expect(snippet).not.toContain('<script');
    expect(snippet).not.toContain('"">');
  });

  test('a frame is never wider than what it stands in, and may fill it; it keeps its shape', () => {
    expect(embedSnippet({ ...EMBED, fills: true })).toContain(
      'width="100%" height="200" style="width:100%;max-width:100%;height:auto;aspect-ratio:300/200;border:0"',
    );
  });

  test.each(Object.entries(EMBED_AREAS))('%s is shown whole in the smallest frame', (_, box) => {
    const bbox = viewBox(embedView(box, { width: 300, height: 200 }), 300, 200 - 70);
    expect(bbox.west).toBeLessThan(box.west + 0.01);
    expect(bbox.east).toBeGreaterThan(box.east - 0.01);
    expect(bbox.south).toBeLessThan(box.south + 0.01);
    expect(bbox.north).toBeGreaterThan(box.north - 0.01);
  });
});

test('the foot of a printed page is CSS whatever stands in it', () => {
  const css = printedFootCss(['SHA-256 abc', 'Roof "A" \\ 42.7000\n; 23.3']);
  expect(css).toContain('content: "SHA-256 abc\\a Roof \\22 A\\22  \\5c  42.7000\\a ; 23.3"');
  expect(css).toContain('counter(page) " / " counter(pages)');
});

test('the API page says what the API holds to', () => {
  expect(publicLimits).toEqual({ radiusKm: MAX_RADIUS_KM, days: MAX_HISTORY_WINDOW_MS / DAY_MS, rows: ROWS_A_UNIT });
  expect(apiPaths).toMatchObject(publicPaths);
});

const NOW_MS = Date.UTC(2026, 6, 31, 12);

test.each([
  [0, 900, 'replayed'],
  [299, 900, 'replayed'],
  [300, 900, 'told'],
  [20, 10, 'told'],
  [0, 0, 'told'],
])('of %d cases that were told and %d replayed ones, the %3$s are shown first', (reported, cases, visible) => {
  const body = verificationBody(NOW_MS);
  const replayed = { ...body, leftMs: 0, chance30: { ...body.chance30, cases } };
  expect(firstVisible({ chance30: { ...body.chance30, cases: reported }, replayed })).toBe(visible);
  expect(firstVisible({ chance30: body.chance30, replayed: null })).toBe('told');
});

describe('plotted bins', () => {
  const SQUARE = { left: 50, top: 10, size: 200 };
  const bin = (
    from: number,
    to: number,
    cases: number,
    forecast: number | null = (from + to) / 2,
    observed = forecast,
  ) => ({
    from,
    to,
    cases,
    forecast,
    observed,
  });

  test('what was said lies from left to right, what came upwards, corners included', () => {
    const { x, y } = onAxes(SQUARE);
    expect([x(0), x(1), y(0), y(1)]).toEqual([50, 250, 210, 10]);
  });

  test('the area of a dot is in proportion to its cases, the largest is drawn first, and none is too small to see', () => {
    const dots = plottedBins([bin(0, 0.05, 400), bin(0.2, 0.3, 1_600), bin(0.7, 1, 1)], SQUARE);
    expect(dots.map(({ bin: { cases }, radius }) => [cases, radius])).toEqual([
      [1_600, 13],
      [400, 6.5],
      [1, 4],
    ]);
  });

  test('[PR3] fewer than 300 cases are not enough, and a bin without any is not plotted', () => {
    const dots = plottedBins([bin(0, 0.05, 300), bin(0.1, 0.2, 299), bin(0.2, 0.3, 0, null)], SQUARE);
    expect(dots.map(({ bin: { cases }, isEnough }) => [cases, isEnough])).toEqual([
      [300, true],
      [299, false],
    ]);
  });

  test('one in four belongs to the bin that begins at or below it and ends above', () => {
    const bins = [bin(0.1, 0.25, 1), bin(0.25, 0.3, 2)];
    expect(binOf(bins, 0.25)?.cases).toBe(2);
    expect(binOf(bins, 0.9)).toBeUndefined();
  });
});

describe('proof texts', () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

  test('a part that is not all is never rounded up to all; skill has its sign, none at nought, as each language writes it', () => {
    const { part } = verificationTexts('en');
    expect([part(0.99999), part(1), part(0.9985), part(0)]).toEqual(['99.99%', '100%', '99.85%', '0%']);
    const { signed } = verificationTexts('en');
    expect([signed(0.138), signed(-0.034), signed(0.001)]).toEqual(['+14%', '-3%', '0%']);
    expect(plain(verificationTexts('ru').signed(0.138))).toBe('+14 %');
    expect(plain(verificationTexts('bg').signed(0.138))).toMatch(/^\+14 ?%$/);
  });
});

describe('report data', () => {
  const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
  const AT_MS = Date.parse('2026-07-01T11:00:00Z');
  const strike = (id: string, north: number, atMs = AT_MS): Strike => ({
    id,
    latitude: SOFIA.latitude + north,
    longitude: SOFIA.longitude,
    atMs,
  });
  const query = { position: SOFIA, radiusKm: 10 } as const;
  const rowsOf = (...strikes: Strike[]) => reportRows(strikes, { position: SOFIA });

  test('the same strokes make the same rows and the same hash, in whatever order they come', async () => {
    const strikes = [strike('b', 0.01), strike('a', 0.01), strike('c', 0.002), strike('d', 0.002, AT_MS - 1)];
    const csv = reportCsv(rowsOf(...strikes), 'Europe/Sofia');
    const rows = rowsOf(...strikes).map(({ number, id, km }) => `${number} ${id} ${km}`);
    expect(rows).toEqual(['1 d 0.22', '2 c 0.22', '3 a 1.11', '4 b 1.11']);
    fc.assert(
      fc.property(fc.shuffledSubarray(strikes, { minLength: 4 }), (shuffled) => {
        expect(reportCsv(rowsOf(...shuffled), 'Europe/Sofia')).toBe(csv);
      }),
    );
    expect(await sha256(csv)).toBe(createHash('sha256').update(csv).digest('hex'));
  });

  test('the file has both clocks, a line for each stroke, and no id is a formula or breaks a line', () => {
    const csv = reportCsv(rowsOf(strike('=1+1', 0), strike('a"b,c', 0.1)), 'Europe/Sofia');
    expect(csv.split('\r\n')).toEqual([
      'number,id,time_utc,time_local,latitude,longitude,distance_km',
      "1,'=1+1,2026-07-01T11:00:00.000Z,2026-07-01T14:00:00.000+03:00,42.6977,23.3219,0.00",
      '2,"a""b,c",2026-07-01T11:00:00.000Z,2026-07-01T14:00:00.000+03:00,42.7977,23.3219,11.12',
      '',
    ]);
  });

  test('days are those of the zone, and each says how much of it was read', () => {
    const days = reportDays({ day: '2026-03-29', around: 1, zone: 'Europe/Sofia' });
    const lengths = days.map(({ day, fromMs, toMs }) => `${day}: ${(toMs - fromMs) / HOUR_MS}`);
    expect(lengths).toEqual(['2026-03-28: 24', '2026-03-29: 23', '2026-03-30: 24']);
    const [first, second, third] = days.map(({ fromMs }) => fromMs) as [number, number, number];
    const rows = rowsOf(strike('a', 0, second), strike('b', 0.05, second + 1), strike('c', 0, first));
    const gaps = [[first - HOUR_MS, first + 2 * HOUR_MS]] as const;
    const data = { strikes: [], completeToMs: third + 6 * HOUR_MS, gaps };
    expect(daySums(days, rows, data)).toMatchObject([
      { strokes: 1, near: 1, observedMs: 22 * HOUR_MS },
      { strokes: 2, near: 1, observedMs: 23 * HOUR_MS },
      { strokes: 0, near: 0, observedMs: 6 * HOUR_MS },
    ]);
    expect(missingOf([first, third], { ...data, completeToMs: null })).toEqual([[first, third]]);
  });

  test('pages are followed to the last, and what any of them had not read is not read', async () => {
    const requests: string[] = [];
    const pages = [
      { strikes: [], completeTo: '2026-07-02T00:00:00.000Z', gaps: [], next: '/api/v1/strikes?cursor=1' },
      {
        strikes: [{ id: 'a', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T11:00:00.000Z' }],
        completeTo: '2026-07-01T23:00:00.000Z',
        gaps: [{ from: '2026-07-01T01:00:00.000Z', to: '2026-07-01T02:00:00.000Z' }],
      },
    ];
    const responses = async (path: string) => Response.json(pages[requests.push(path) - 1]);
    const loaded = await loadReport(query, [AT_MS - HOUR_MS, AT_MS + HOUR_MS], { fetch: responses });
    expect(loaded).toEqual({
      ok: true,
      value: {
        strikes: [{ id: 'a', latitude: 42.7, longitude: 23.3, atMs: AT_MS }],
        completeToMs: Date.parse('2026-07-01T23:00:00Z'),
        gaps: [[Date.parse('2026-07-01T01:00:00Z'), Date.parse('2026-07-01T02:00:00Z')]],
      },
    });
    expect(requests).toEqual([
      '/api/v1/strikes?near=42.6977,23.3219&radiusKm=10&from=2026-07-01T10:00:00.000Z&to=2026-07-01T12:00:00.000Z&limit=10000',
      '/api/v1/strikes?cursor=1',
    ]);
  });

  test('why there is no report is told apart: no answer, patience asked for, no answer of ours, too many strokes', async () => {
    const load = (result: () => Promise<Response>) => loadReport(query, [AT_MS, AT_MS + 1], { fetch: result });
    const row = { id: 'a', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T11:00:00.000Z' };
    const full = { strikes: Array(MOST_STROKES).fill(row), completeTo: null, gaps: [], next: '/more' };
    expect(await load(() => Promise.reject(new Error('offline')))).toEqual({ ok: false, errorKind: 'offline' });
    const limited = new Response('', { status: 429, headers: { 'retry-after': '30' } });
    expect(await load(async () => limited.clone())).toEqual({ ok: false, errorKind: 'limited', waitS: 30 });
    expect(await load(async () => new Response('', { status: 503 }))).toEqual({ ok: false, errorKind: 'busy' });
    expect(await load(async () => Response.json({ strikes: 'none' }))).toEqual({ ok: false, errorKind: 'unreadable' });
    expect(await load(async () => Response.json(full))).toEqual({ ok: false, errorKind: 'too-wide' });
  });
});

describe('report sheet', () => {
  const FROM_MS = Date.parse('2026-06-30T21:00:00Z');
  const QUERY = { day: '2026-07-01', radiusKm: 10, zone: 'Europe/Sofia' } as const;
  const sum = (strokes: number, observedH: number) => ({
    day: QUERY.day,
    fromMs: FROM_MS,
    toMs: FROM_MS + 24 * HOUR_MS,
    strokes,
    near: 0,
    observedMs: observedH * HOUR_MS,
  });
  const row = { id: '1', number: 1, km: 0.83, latitude: 42.7, longitude: 23.3, atMs: FROM_MS + HOUR_MS };

  beforeAll(async () => {
    for (const locale of LOCALES) await loadTexts(locale, ['report']);
  });

  test('no stroke is said of a day that was read whole, a doubt of one read in part, and nothing of one not read', () => {
    const texts = textsFor('en');
    const text = (observedH: number) => foundText(QUERY, [sum(0, observedH)], [], texts, 'en');
    expect(text(24)).toContain('Data is complete.');
    expect(text(23.9)).toContain('some is missing');
    expect(text(0)).toBe('No data for 1 July 2026.');
    expect(foundText(QUERY, [], [], texts, 'en')).toContain('No data for');
  });

  test('numbers of strokes agree with their words in each language', () => {
    const text = (locale: 'bg' | 'ru' | 'en', count: number) =>
      foundText(QUERY, [sum(count, 24)], [row], textsFor(locale), locale);
    expect(text('en', 1)).toMatch(/^1 stroke was located within 10\skm on 1 July 2026\. The nearest: 0\.83\skm/);
    expect(text('bg', 1)).toMatch(/е засечен 1 разряд\. /);
    expect(text('bg', 2)).toMatch(/са засечени 2 разряда\. /);
    expect(text('ru', 1)).toMatch(/зафиксирован 1 разряд\. /);
    expect(text('ru', 3)).toMatch(/зафиксированы 3 разряда\. /);
    expect(text('ru', 5)).toMatch(/зафиксировано 5 разрядов\. /);
  });

  test('a form names each field that breaks a rule, and holds what a link asks', () => {
    const nowMs = FROM_MS + 5 * HOUR_MS;
    const empty = reportDraftOf(undefined, 'Europe/Sofia', nowMs);
    expect(empty).toMatchObject({ day: '2026-07-01', zone: 'Europe/Sofia', around: 1, radiusKm: 10 });
    expect(reportQueryOf(empty, undefined, nowMs)).toEqual({ ok: false, errors: {} });
    const place = { position: { latitude: 42.7, longitude: 23.3 }, name: '' };
    const errorsOf = (changes: object) => reportQueryOf({ ...empty, ...changes }, place, nowMs);
    expect(errorsOf({ day: '' })).toEqual({ ok: false, errors: { day: 'day' } });
    expect(errorsOf({ day: '2026-07-02' })).toEqual({ ok: false, errors: { day: 'future' } });
    const errors = { reference: 'reference', remark: 'remark' };
    expect(errorsOf({ reference: 'x'.repeat(61), remark: 'x'.repeat(501) })).toEqual({ ok: false, errors });
    const requested = errorsOf({ reference: ' 17 ' });
    if (!requested.ok) throw new Error('not asked');
    expect(requested.query.reference).toBe('17');
    expect(reportDraftOf(requested.query, 'UTC', nowMs)).toEqual({ ...empty, reference: '17' });
  });
});

describe('look up address', () => {
  const MINUTE = 60_000;
  const REPORTED = Date.parse('2026-07-01T14:05:00Z');
  const FIRE: LookUpQuery = {
    shape: { type: 'Point', coordinates: [23.3219, 42.6977] },
    name: 'Sofia',
    radiusKm: 6,
    reportedMs: REPORTED,
    days: 7,
  };
  const AT = '#at=42,23&t=2026-07-01T14:05Z';

  /** To some 10 m, as an address holds it. */
  const step = (min: number, max: number) =>
    fc.integer({ min: min * 10_000, max: max * 10_000 }).map((n) => n / 10_000);

  const point = fc.tuple(step(-180, 180), step(-80, 80)).map((at): Shape => ({ type: 'Point', coordinates: at }));
  const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  const polygon = fc
    .tuple(step(12, 30), step(35, 47), fc.integer({ min: 3, max: 500 }), fc.double({ min: 5, max: 30, noNaN: true }))
    .map(([longitude, latitude, corners, km]): Shape => {
      const ring = circleAround({ latitude, longitude }, km, corners).map(([x, y]) => [round(x), round(y)] as const);
      return { type: 'Polygon', coordinates: [ring] };
    });

  test('the fragment names the fire, its report and what is asked', () => {
    expect(formatLookUpAddress(FIRE)).toBe('#at=42.6977,23.3219&name=Sofia&km=6&t=2026-07-01T14:05Z&days=7');
    const usual = { name: '', radiusKm: 10, days: 14 } as const;
    const query = { ...FIRE, shape: { type: 'Point', coordinates: [23.3, 42.7] }, ...usual };
    expect(parseLookUpAddress('#at=42.7,23.3&t=2026-07-01T14:05Z')).toEqual({ ok: true, query });
  });

  test('every question comes back from its address, shapes of 500 corners too', () => {
    const query = fc.record<LookUpQuery>({
      shape: fc.oneof(point, polygon),
      name: fc.string({ unit: 'grapheme', maxLength: 20 }).map((name) => name.trim().slice(0, 60)),
      radiusKm: fc.constantFrom(...LOOK_UP_RADII_KM),
      reportedMs: fc.integer({ min: REPORTED / MINUTE, max: REPORTED / MINUTE + 1e6 }).map((at) => at * MINUTE),
      days: fc.constantFrom(...LOOK_BACK_DAYS),
    });
    fc.assert(
      fc.property(query, fc.option(fc.integer({ min: 1, max: DAY_MS - 1 })), (reported, earlierMs) => {
        const requested = earlierMs === null ? reported : { ...reported, beforeMs: reported.reportedMs - earlierMs };
        expect(parseLookUpAddress(formatLookUpAddress(requested))).toEqual({ ok: true, query: requested });
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['', undefined],
    ['#', undefined],
    ['#at=91,23&t=2026-07-01T14:05Z', 'place'],
    ['#t=2026-07-01T14:05Z', 'place'],
    ['#shape=zzz&t=2026-07-01T14:05Z', 'place'],
    ['#at=85,23&t=2026-07-01T14:05Z', 'poles'],
    [`${AT}&name=${'a'.repeat(61)}`, 'name'],
    [`${AT}&km=3`, 'radius'],
    ['#at=42,23', 'reported'],
    ['#at=42,23&t=2026-07-01T14:05', 'reported'],
    ['#at=42,23&t=2026-02-30T14:05Z', 'reported'],
    [`${AT}&days=15`, 'days'],
    [`${AT}&before=soon`, 'before'],
    [`${AT}&before=2026-07-02T00:00:00Z`, 'before'],
    [`${AT}&days=1&before=2026-06-29T00:00:00Z`, 'before'],
  ])('the address “%s” asks nothing, for the rule of %s', (hash, error) =>
    expect(parseLookUpAddress(hash)).toEqual(error && { ok: false, error }),
  );
});

describe('answer', () => {
  const REPORTED = Date.parse('2026-07-01T14:00:00Z');
  const QUERY: LookUpQuery = { shape: FIRE, name: '', radiusKm: 10, reportedMs: REPORTED, days: 7 };
  const FROM = REPORTED - 7 * DAY_MS;
  const STROKE = { id: 'a/1', latitude: 42.71, longitude: 23.31, timestamp: '2026-07-01T12:00:30.000Z' };
  const candidate = { strikes: [STROKE], best: STROKE.id, score: 0.1, distanceKm: 1.38, ageH: 2, likelihood: 0.031 };
  const span = (from: number, to: number) => ({ from: isoMillis(from), to: isoMillis(to) });
  const answered = (
    completeTo: number | null,
    gaps: readonly (readonly [number, number])[] = [],
    truncatedMs: number | undefined = undefined,
  ) => ({
    searched: { ...span(truncatedMs ?? FROM, REPORTED), cut: truncatedMs !== undefined },
    completeTo: completeTo === null ? null : isoMillis(completeTo),
    gaps: gaps.map(([from, to]) => span(from, to)),
  });

  beforeAll(async () => {
    for (const locale of LOCALES) await loadTexts(locale, ['lookUp']);
  });

  test('what is asked is what the server’s own schema takes', () => {
    const requested = v.parse(LookUpBody, lookUpBody({ ...QUERY, beforeMs: REPORTED - HOUR_MS }));
    expect(requested).toEqual({ shape: FIRE, radiusKm: 10, reportedAt: REPORTED, from: FROM, to: REPORTED - HOUR_MS });
  });

  describe('what was read', () => {
    test('is all of it, also where the newest minutes are not known yet', () => {
      expect(completenessOf(QUERY, answered(REPORTED - 60_000))).toMatchObject({ state: 'all', missing: [] });
      expect(completenessOf(QUERY, answered(REPORTED + HOUR_MS))).toMatchObject({ state: 'all', missingMs: 0 });
    });

    test('is a part of it where there are gaps, the end is missing, or the search ended early', () => {
      const withGap = answered(REPORTED - HOUR_MS, [[FROM + DAY_MS, FROM + 2 * DAY_MS]], FROM + HOUR_MS);
      const missing = [
        [FROM, FROM + HOUR_MS],
        [FROM + DAY_MS, FROM + 2 * DAY_MS],
        [REPORTED - HOUR_MS, REPORTED],
      ];
      expect(completenessOf(QUERY, withGap)).toEqual({
        requestedMs: [FROM, REPORTED],
        missing,
        missingMs: DAY_MS + 2 * HOUR_MS,
        state: 'part',
        completeToMs: REPORTED - HOUR_MS,
        truncatedMs: FROM + HOUR_MS,
      });
    });

    test('is nothing where nothing is known, or all of it lies after what was read', () => {
      expect(completenessOf(QUERY, answered(null, [[FROM, REPORTED]]))).toMatchObject({ state: 'nothing' });
      const before = completenessOf(QUERY, answered(FROM - DAY_MS));
      expect(before).toMatchObject({ state: 'nothing', missingMs: 7 * DAY_MS });
      expect(completenessOf(QUERY, answered(REPORTED, [[FROM, REPORTED]]))).toMatchObject({ state: 'nothing' });
    });

    test('is of the time before an instant, if only that was asked for', () => {
      const earlier = { ...QUERY, beforeMs: FROM + DAY_MS };
      expect(completenessOf(earlier, answered(REPORTED)).requestedMs).toEqual([FROM, FROM + DAY_MS]);
      expect(completenessOf(earlier, answered(FROM + DAY_MS)).state).toBe('all');
    });
  });

  describe('a candidate in words', () => {
    const line: Shape = { type: 'LineString', coordinates: pairs('23,42 23.1,42') };

    test.each([
      ['en', '1.4 km north-east of the place', '2 hr before the report', '3.1%'],
      ['ru', 'В 1,4 км к северо-востоку от места', 'за 2 ч до сообщения', '3,1 %'],
      ['bg', 'На 1,4 км североизточно от мястото', '2 ч преди съобщението', '3,1%'],
    ] as const)('says where, how long before and, apart, how likely (%s)', (locale, where, age, share) => {
      const LL = textsFor(locale);
      const plain = (text: string) => text.replaceAll('\u00a0', ' ');
      expect(plain(candidateWhereText(candidate, QUERY, LL, locale))).toBe(where);
      expect(plain(ageText(candidate, LL, locale))).toBe(age);
      expect(plain(shareText(candidate.likelihood, LL, locale))).toBe(share);
    });

    test('measures from the edge of an area, from a line, and says when it is at the place or within', () => {
      const LL = textsFor('en');
      const where = (shape: Shape, distanceKm: number) =>
        candidateWhereText({ ...candidate, distanceKm }, { shape }, LL, 'en');
      expect(where(AREA, 1.2)).toBe('1.2 km from the edge');
      expect(where(AREA, 0)).toBe('Within the outline');
      expect(where(line, 1.2)).toBe('1.2 km from the line');
      expect(where(line, 0)).toBe('On the line');
      expect(where(FIRE, 0.01)).toBe('At the place itself');
    });

    test('never says that a likelihood is nought', () => {
      expect(shareText(1e-9, textsFor('en'), 'en')).toBe('less than 0.1%');
      expect(shareText(0.004, textsFor('en'), 'en')).toBe('0.4%');
      expect(ageText({ ageH: 0.001 }, textsFor('en'), 'en')).toBe('less than a minute before the report');
    });

    test('is called a candidate, and in no language the cause', () => {
      expect(textsFor('en').lookUp.meaning()).toMatch(/could have started/);
      expect(textsFor('ru').lookUp.meaning()).toMatch(/могла вызвать/);
      expect(textsFor('bg').lookUp.meaning()).toMatch(/може да е запалила/);
    });
  });

  describe('the link to the map', () => {
    test('opens the strike at its moment', () => {
      const href = candidateHref(STROKE, 'bg', REPORTED);
      const [path = '', search = ''] = href.split('?');
      expect(parsePath(path)).toEqual({ page: 'map', locale: 'bg', eventId: 'a/1' });
      const { atMs = 0, windowMs } = timelineAddress.parse(new URLSearchParams(search));
      const strokeMs = Date.parse(STROKE.timestamp);
      expect(atMs > strokeMs && atMs - windowMs <= strokeMs).toBe(true);
      expect(parseMapQuery(search)).toMatchObject({ hint: { atMs: strokeMs }, view: { latitude: 42.71, zoom: 11 } });
    });

    test('names no moment that the timeline does not reach: a minute ago, or more than a fortnight', () => {
      for (const nowMs of [Date.parse(STROKE.timestamp) + 60_000, REPORTED + 14 * DAY_MS])
        expect(candidateHref(STROKE, undefined, nowMs)).not.toMatch(/[?&]t=/);
    });
  });

  const ACCURACY = { radius50Km: 2 };

  test('the picture numbers those that are listed, twenty at most, and draws the assumed accuracy of the first three', () => {
    const candidates = Array.from({ length: 400 }, () => candidate);
    const { points, circles } = pictureOfFire(QUERY, candidates, 400, ACCURACY, (km) => `${km} km`);
    expect(points).toHaveLength(400);
    expect(points.findLast(({ label }) => label !== '')?.label).toBe('20');
    const few = pictureOfFire(QUERY, candidates, 10, ACCURACY, String).points;
    expect(few.filter(({ label }) => label !== '')).toHaveLength(10);
    expect(points.filter(({ ellipse }) => ellipse).map(({ label }) => label)).toEqual(['1', '2', '3']);
    expect(circles.map(({ label }) => label)).toEqual(['1 km', '2 km', '10 km']);
  });

  test.each([
    ['outside-coverage', { shape: 'outside-coverage' }, 'outside'],
    ['invalid-body', { shape: 'crossing' }, 'shape'],
    ['invalid-body', { 'shape.coordinates.0': 'range' }, 'shape'],
    ['invalid-body', { reportedAt: 'future' }, 'future'],
    ['invalid-body', { to: 'notKept' }, 'notKept'],
    ['invalid-body', { from: 'range' }, 'invalid'],
    ['body-too-large', undefined, 'shape'],
    ['rate-limited', undefined, 'busy'],
    ['busy', undefined, 'busy'],
    ['unavailable', undefined, 'busy'],
    ['internal', undefined, 'server'],
    ['unsupported-media-type', undefined, 'server'],
  ] as const)('the problem %s %j is %s', (code, errors, error) =>
    expect(lookUpError({ errorKind: 'broken', problem: errors ? { code, errors } : { code } })).toBe(error),
  );
});

const ZONE = 'Europe/Sofia';
const NOW = Date.parse('2026-07-01T11:05:40Z');
const AREA: Shape = { type: 'Polygon', coordinates: [pairs('23,42 23.1,42 23.1,42.1 23,42')] };
const draft = (changes: Partial<LookUpDraft>): LookUpDraft => ({ ...lookUpDraftOf(undefined, ZONE, NOW), ...changes });
const request = (changes: Partial<LookUpDraft>, place: Parameters<typeof lookUpQueryOf>[1], nowMs = NOW) =>
  lookUpQueryOf(draft(changes), place, ZONE, nowMs);

describe('the form', () => {
  test('begins with a report of this minute, 10 km and 14 days', () => {
    const first = { radiusKm: 10, reported: '2026-07-01T14:05', occurrence: 'second', days: 14 };
    expect(lookUpDraftOf(undefined, ZONE, NOW)).toEqual(first);
  });

  test('asks what is filled in, and shows it again when its address is opened', () => {
    const place = { shape: FIRE, name: 'Sofia' };
    const requested = request({ radiusKm: 2, days: 3 }, place);
    const query = { ...place, radiusKm: 2, days: 3, reportedMs: NOW - 40_000 };
    expect(requested).toEqual({ ok: true, query });
    if (!requested.ok) return;
    expect(request(lookUpDraftOf(requested.query, ZONE, NOW + 9e9), requested.query)).toEqual(requested);
    const rendered = request({}, { shape: AREA, name: '' });
    expect(rendered.ok && request(lookUpDraftOf(rendered.query, ZONE, NOW), rendered.query)).toEqual(rendered);
  });

  test('names every field that is wrong, each by its rule; without a place nothing is asked', () => {
    expect(request({ reported: '' }, undefined)).toEqual({ ok: false, errors: { reported: 'format' } });
    const later = request({ reported: '2026-07-01T14:12' }, { shape: FIRE, name: '' });
    expect(later).toEqual({ ok: false, errors: { reported: 'future' } });
    expect(request({}, undefined)).toEqual({ ok: false, errors: {} });
  });

  test.each<[string, Shape]>([
    ['crossing', { type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] }],
    ['across', { type: 'LineString', coordinates: pairs('22,42 24,42') }],
    ['corners', { type: 'Polygon', coordinates: [circleAround({ latitude: 42, longitude: 23 }, 20, 501)] }],
    ['corners', { type: 'LineString', coordinates: Array.from({ length: 100_000 }, () => [23, 42] as const) }],
    ['poles', { type: 'Point', coordinates: [23, 85] }],
  ])('says that an outline is refused: %s', (place, shape) =>
    expect(request({}, { shape, name: '' })).toEqual({ ok: false, errors: { place } }),
  );
});

describe('an hour that comes twice', () => {
  const place = { shape: FIRE, name: '' };
  const LATER = Date.parse('2026-11-01T00:00:00Z');
  const reported = '2026-10-25T03:30';
  const FIRST = Date.parse('2026-10-25T00:30:00Z');
  const SECOND = Date.parse('2026-10-25T01:30:00Z');

  test('is offered as both, asked as the one that was chosen, and shown again as it was asked', () => {
    expect(timesRepeated(reported, ZONE)).toEqual({ first: FIRST, second: SECOND });
    for (const [occurrence, reportedMs] of Object.entries({ first: FIRST, second: SECOND })) {
      const requested = request({ reported, occurrence: occurrence as 'first' | 'second' }, place, LATER);
      expect(requested).toMatchObject({ ok: true, query: { reportedMs } });
      expect(requested.ok && lookUpDraftOf(requested.query, ZONE, LATER)).toMatchObject({ reported, occurrence });
    }
  });

  test('is the later one unless somebody chooses, so that nothing before the report is left out', () =>
    expect(request({ reported }, place, LATER)).toMatchObject({ query: { reportedMs: SECOND } }));

  test('is no choice on any other day, and one that the clocks skip is refused with what to do', () => {
    expect(timesRepeated('2026-10-24T03:30', ZONE)).toBeUndefined();
    expect(timesRepeated('2026-10-25T04:00', ZONE)).toBeUndefined();
    expect(request({ reported: '2026-03-29T03:30' }, place)).toEqual({ ok: false, errors: { reported: 'skipped' } });
    expect(request({ reported: '2026-02-30T10:00' }, place)).toEqual({ ok: false, errors: { reported: 'format' } });
  });
});
