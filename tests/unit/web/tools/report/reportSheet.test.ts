import { beforeAll, expect, test } from 'vitest';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { reportDraftOf, reportQuestionOf } from '#web/tools/report/reportDraft.ts';
import { foundText } from '#web/tools/report/reportText.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.parse('2026-06-30T21:00:00Z');
const QUESTION = { day: '2026-07-01', radiusKm: 10, zone: 'Europe/Sofia' } as const;
const sum = (strokes: number, observedH: number) => ({
  day: QUESTION.day,
  fromMs: FROM_MS,
  toMs: FROM_MS + 24 * HOUR_MS,
  strokes,
  near: 0,
  observedMs: observedH * HOUR_MS,
});
const row = (number: number, km: number) => ({
  id: String(number),
  number,
  km,
  latitude: 42.7,
  longitude: 23.3,
  atMs: FROM_MS + HOUR_MS,
});

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['report']);
});

test('no stroke is said of a day that was read whole, a doubt of one read in part, and nothing of one not read', () => {
  const words = textsFor('en');
  const text = (observedH: number) => foundText(QUESTION, [sum(0, observedH)], [], words, 'en');
  expect(text(24)).toContain('All of the day was read.');
  expect(text(23.9)).toContain('this is no quiet sky');
  expect(text(0)).toBe('Nothing of 1 July 2026 was read. Nothing can be said of it.');
  expect(foundText(QUESTION, [], [], words, 'en')).toContain('Nothing can be said');
});

test('numbers of strokes agree with their words in each language', () => {
  const text = (locale: 'bg' | 'ru' | 'en', count: number) =>
    foundText(QUESTION, [sum(count, 24)], [row(1, 0.83)], textsFor(locale), locale);
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
  expect(reportQuestionOf(empty, undefined, nowMs)).toEqual({ ok: false, faults: {} });
  const place = { position: { latitude: 42.7, longitude: 23.3 }, name: '' };
  const faultsOf = (changes: object) => reportQuestionOf({ ...empty, ...changes }, place, nowMs);
  expect(faultsOf({ day: '' })).toEqual({ ok: false, faults: { day: 'day' } });
  expect(faultsOf({ day: '2026-07-02' })).toEqual({ ok: false, faults: { day: 'future' } });
  expect(faultsOf({ reference: 'x'.repeat(61), remark: 'x'.repeat(501) })).toEqual({
    ok: false,
    faults: { reference: 'reference', remark: 'remark' },
  });
  const asked = faultsOf({ reference: ' 17 ' });
  if (!asked.ok) throw new Error('not asked');
  expect(asked.question.reference).toBe('17');
  expect(reportDraftOf(asked.question, 'UTC', nowMs)).toEqual({ ...empty, reference: '17' });
});
