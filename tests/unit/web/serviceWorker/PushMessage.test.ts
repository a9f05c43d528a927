import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { pushTexts } from '#texts/pushTexts.ts';
import { countRaised, isOvertaken, parsePushMessage, shownBody } from '#web/serviceWorker/PushMessage.ts';

const NOON = Date.UTC(2026, 6, 4, 12);
const MINUTE = 60_000;
const message = { id: 'm1', tag: 't1', title: 'STOP', body: 'Lightning.', change: 7, level: 'stop', decidedAtMs: NOON };

test.each([
  undefined,
  null,
  'text',
  { ...message, title: '' },
  { ...message, tag: 4 },
  { ...message, id: undefined },
  { ...message, body: undefined },
  { ...message, change: '7' },
])('%j is no message of ours', (json) => {
  expect(parsePushMessage(json)).toBeUndefined();
});

test('a message may say nothing and still be shown', () => {
  expect(parsePushMessage({ ...message, body: '' })).toEqual({ ...message, body: '' });
});

test.each([
  ['nothing came before', undefined, false],
  ['it is the next change', { ...message, change: 6 }, false],
  ['it is the same change again', message, false],
  ['a later change came first', { ...message, change: 8, decidedAtMs: NOON + MINUTE }, true],
  ['the area was made anew since, and counts from the start', { ...message, change: 90, decidedAtMs: NOON - 1 }, false],
])('%s: overtaken is decided by the change, and by when it was decided', (_, newest, overtaken) => {
  expect(isOvertaken(message, newest)).toBe(overtaken);
});

test('a late message says how late; a time that is not told says nothing', () => {
  const say = (ageMs: number) => shownBody(message, pushTexts.en, NOON + ageMs);
  expect(say(MINUTE)).toBe('Lightning.');
  expect(say(MINUTE + 1)).toBe('Lightning.\nArrived 1 min late.');
  expect(say(119 * MINUTE)).toBe('Lightning.\nArrived 119 min late.');
  expect(say(120 * MINUTE)).toBe('Lightning.\nArrived 2 h late.');
  expect(shownBody({ body: 'Lightning.' }, pushTexts.en, NOON)).toBe('Lightning.');
  for (const language of LANGUAGES)
    expect(shownBody(message, pushTexts[language], NOON + 3 * MINUTE)).toMatch(/^Lightning\.\n.*3 (min|мин)/);
});

test('the badge counts places at warning or stop whose level was changed within twelve hours', () => {
  const at = (level: string, ageMs: number) => ({ ...message, level, decidedAtMs: NOON - ageMs });
  const hours = 60 * MINUTE;
  const kept = ['ru', at('stop', 0), at('warning', 11 * hours), at('watch', 0), at('clear', 0), at('stop', 12 * hours)];
  expect(countRaised(kept, NOON)).toBe(2);
  expect(countRaised(['ru', { ...message, decidedAtMs: undefined }], NOON)).toBe(0);
});
