import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { LookUpBody } from '#shared/lookUp/LookUpBody.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { pairs } from '#tests/support/pairs.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import type { LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { timelineAddress } from '#web/sky/past/timeline.ts';
import { lookUpBody, lookUpFault } from '#web/tools/lookUp/askLookUp.ts';
import { candidateHref } from '#web/tools/lookUp/CandidateList.tsx';
import { pictureOfFire } from '#web/tools/lookUp/CandidatePicture.tsx';
import { completenessOf } from '#web/tools/lookUp/Completeness.tsx';
import { ageText, candidateWhereText, shareText } from '#web/tools/lookUp/lookUpText.ts';

const REPORTED = Date.parse('2026-07-01T14:00:00Z');
const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const QUESTION: LookUpQuestion = { shape: FIRE, name: '', radiusKm: 10, reportedMs: REPORTED, days: 7 };
const FROM = REPORTED - 7 * DAY_MS;
const STROKE = { id: 'a/1', latitude: 42.71, longitude: 23.31, timestamp: '2026-07-01T12:00:30.000Z' };
const candidate = { strikes: [STROKE], best: STROKE.id, score: 0.1, distanceKm: 1.38, ageH: 2, likelihood: 0.031 };
const span = (from: number, to: number) => ({ from: isoMillis(from), to: isoMillis(to) });
const answered = (
  completeTo: number | null,
  unread: readonly (readonly [number, number])[] = [],
  cutMs: number | undefined = undefined,
) => ({
  searched: { ...span(cutMs ?? FROM, REPORTED), cut: cutMs !== undefined },
  completeTo: completeTo === null ? null : isoMillis(completeTo),
  unread: unread.map(([from, to]) => span(from, to)),
});

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['lookUp']);
});

test('what is asked is what the server’s own schema takes', () => {
  const asked = v.parse(LookUpBody, lookUpBody({ ...QUESTION, beforeMs: REPORTED - HOUR_MS }));
  expect(asked).toEqual({ shape: FIRE, radiusKm: 10, reportedAt: REPORTED, from: FROM, to: REPORTED - HOUR_MS });
});

describe('what was read', () => {
  test('is all of it, also where the newest minutes are not known yet', () => {
    expect(completenessOf(QUESTION, answered(REPORTED - 60_000))).toMatchObject({ state: 'all', missing: [] });
    expect(completenessOf(QUESTION, answered(REPORTED + HOUR_MS))).toMatchObject({ state: 'all', missingMs: 0 });
  });

  test('is a part of it where spans are unread, the end is, or the search ended early', () => {
    const gaps = answered(REPORTED - HOUR_MS, [[FROM + DAY_MS, FROM + 2 * DAY_MS]], FROM + HOUR_MS);
    expect(completenessOf(QUESTION, gaps)).toEqual({
      askedMs: [FROM, REPORTED],
      missing: [
        [FROM, FROM + HOUR_MS],
        [FROM + DAY_MS, FROM + 2 * DAY_MS],
        [REPORTED - HOUR_MS, REPORTED],
      ],
      missingMs: DAY_MS + 2 * HOUR_MS,
      completeToMs: REPORTED - HOUR_MS,
      cutMs: FROM + HOUR_MS,
      state: 'part',
    });
  });

  test('is nothing where nothing is known, or all of it lies after what was read', () => {
    expect(completenessOf(QUESTION, answered(null, [[FROM, REPORTED]]))).toMatchObject({ state: 'nothing' });
    expect(completenessOf(QUESTION, answered(FROM - DAY_MS))).toMatchObject({
      state: 'nothing',
      missingMs: 7 * DAY_MS,
    });
    expect(completenessOf(QUESTION, answered(REPORTED, [[FROM, REPORTED]]))).toMatchObject({ state: 'nothing' });
  });

  test('is of the time before an instant, if only that was asked for', () => {
    const earlier = { ...QUESTION, beforeMs: FROM + DAY_MS };
    expect(completenessOf(earlier, answered(REPORTED)).askedMs).toEqual([FROM, FROM + DAY_MS]);
    expect(completenessOf(earlier, answered(FROM + DAY_MS)).state).toBe('all');
  });
});

describe('a candidate in words', () => {
  const area: Shape = { type: 'Polygon', coordinates: [pairs('23,42 23.1,42 23.1,42.1 23,42')] };
  const line: Shape = { type: 'LineString', coordinates: pairs('23,42 23.1,42') };

  test.each([
    ['en', '1.4 km north-east of the place', '2 hr before the report', '3.1%'],
    ['ru', 'В 1,4 км к северо-востоку от места', 'за 2 ч до сообщения', '3,1 %'],
    ['bg', 'На 1,4 км североизточно от мястото', '2 ч преди съобщението', '3,1%'],
  ] as const)('says where, how long before and, apart, how likely (%s)', (locale, where, age, share) => {
    const LL = textsFor(locale);
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(plain(candidateWhereText(candidate, QUESTION, LL, locale))).toBe(where);
    expect(plain(ageText(candidate, LL, locale))).toBe(age);
    expect(plain(shareText(candidate.likelihood, LL, locale))).toBe(share);
  });

  test('measures from the edge of an area, from a line, and says when it is at the place or within', () => {
    const LL = textsFor('en');
    const where = (shape: Shape, distanceKm: number) =>
      candidateWhereText({ ...candidate, distanceKm }, { shape }, LL, 'en');
    expect(where(area, 1.2)).toBe('1.2 km from the edge');
    expect(where(area, 0)).toBe('Within the outline');
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
    expect(textsFor('en').lookUp.meaning()).toMatch(/may have lit/);
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
    for (const nowMs of [Date.parse(STROKE.timestamp) + 60_000, REPORTED + 14 * DAY_MS]) {
      expect(candidateHref(STROKE, undefined, nowMs)).not.toMatch(/[?&]t=/);
    }
  });
});

const ACCURACY = { radius50Km: 2 };

test('the picture numbers those that are listed, twenty at most, and draws the assumed accuracy of the first three', () => {
  const candidates = Array.from({ length: 400 }, () => candidate);
  const { points, circles } = pictureOfFire(QUESTION, candidates, 400, ACCURACY, (km) => `${km} km`);
  expect(points).toHaveLength(400);
  expect(
    points
      .filter(({ label }) => label !== '')
      .map(({ label }) => label)
      .at(-1),
  ).toBe('20');
  const few = pictureOfFire(QUESTION, candidates, 10, ACCURACY, String).points;
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
] as const)('the problem %s %j is %s', (code, errors, fault) => {
  expect(lookUpFault({ trouble: 'broken', problem: errors ? { code, errors } : { code } })).toBe(fault);
});
