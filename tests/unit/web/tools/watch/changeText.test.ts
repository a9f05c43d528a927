import { beforeAll, expect, test } from 'vitest';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { waitsOf } from '#web/tools/watch/StateBanner.tsx';
import { alarmOf, isNotified, urgencyOf } from '#web/tools/watch/useAlarm.ts';
import { areaOf } from '#web/tools/watch/watchedArea.ts';
import { changeText, flooredKmText, leftText, secondsText } from '#web/tools/watch/words.ts';

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['watch']))));

const AT = Date.UTC(2026, 6, 1, 12, 3, 10);
const CHANGE: AreaChange = {
  change: 1,
  atMs: AT,
  kind: 'raise',
  from: 'clear',
  to: 'warning',
  strike: { ordinal: 1, atMs: AT - 300_000, km: 14.2, bearing: 315 },
  watermarkMs: AT,
  correction: false,
  late: false,
  found: false,
};
const ALL = ['raise', 'same', 'again', 'countdown', 'fall', 'delayed', 'blind', 'sight'] as const;

function said(parts: Partial<AreaChange>, locale: 'en' | 'ru' | 'bg' = 'en'): string {
  const context = { LL: textsFor(locale), locale, ringsKm: [30, 16, 10], offsetMs: -300_000 };
  return changeText({ ...CHANGE, ...parts }, context);
}

test('a rise names the strike, where and when it fell by our clock', () => {
  const time = secondsText(AT, 'en');
  expect(said({})).toBe(`Warning: strike 14 km north-west at ${time}`);
  expect(said({ late: true })).toBe(`Warning: strike 14 km north-west at ${time}, reported late`);
  expect(said({ correction: true })).toContain('reported after its time was taken as complete');
  expect(said({ strike: null })).toBe('Warning');
});

test('a fall says all clear only where it ends at clear', () => {
  expect(said({ kind: 'fall', from: 'stop', to: 'clear' })).toBe('All clear');
  expect(said({ kind: 'fall', from: 'stop', to: 'watch' })).toBe('Lowered from Stop to Watch');
});

test.each(ALL)('%s has a sentence of its own in every language', (kind) => {
  const sentences = LOCALES.map((locale) => said({ kind, to: 'stop' }, locale));
  expect(new Set(sentences).size).toBe(LOCALES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^\S.+[^.]$/);
});

test('sound is for a rise to warning or stop, the all-clear and blindness; a notification also for a rise to watch', () => {
  const of = (kind: AreaChange['kind'], to: AreaChange['to']) => ({ ...CHANGE, kind, to });
  expect(alarmOf(of('raise', 'watch'))).toBeUndefined();
  expect([alarmOf(of('raise', 'warning')), alarmOf(of('raise', 'stop'))]).toEqual(['danger', 'danger']);
  expect([alarmOf(of('fall', 'clear')), alarmOf(of('fall', 'watch'))]).toEqual(['clear', undefined]);
  expect(ALL.filter((kind) => alarmOf(of(kind, 'stop')))).toEqual(['raise', 'blind']);
  expect(ALL.filter((kind) => isNotified(of(kind, 'watch')))).toEqual(['raise', 'blind']);
  expect(isNotified(of('fall', 'clear'))).toBe(true);
  const found = { ...of('raise', 'stop'), found: true };
  expect([alarmOf(found), isNotified(found)]).toEqual([undefined, false]);
});

test('a rise and blindness are read out at once, the rest when its turn comes, a strike in the same ring not at all', () => {
  expect(ALL.map((kind) => urgencyOf({ ...CHANGE, kind }))).toEqual([
    'assertive',
    undefined,
    'polite',
    'polite',
    'polite',
    'polite',
    'assertive',
    'polite',
  ]);
});

test('a countdown tells when stop ends, and the all-clear apart from it where strikes further out hold it back', () => {
  const area = areaOf({
    shape: { type: 'Point', coordinates: [23, 42] },
    name: '',
    ringsKm: [30, 16, 10],
    dwellMin: 30,
  });
  const lastMs = AT - 600_000;
  const endMs = lastMs + 31 * 60_000;
  const countdown = { stopNotBeforeMs: endMs, allClearNotBeforeMs: endMs };
  expect(waitsOf(area, { countdown: null, lastMs: [lastMs, lastMs, lastMs] }, 0)).toEqual([]);
  expect(waitsOf(area, { countdown, lastMs: [lastMs, lastMs, lastMs] }, 5_000)).toEqual([
    { of: 'clear', atMs: endMs - 5_000 },
  ]);
  expect(waitsOf(area, { countdown, lastMs: [AT, AT, lastMs] }, 0)).toEqual([
    { of: 'stop', atMs: endMs },
    { of: 'clear', atMs: AT + 31 * 60_000 },
  ]);
  const ofServer = { stopNotBeforeMs: null, allClearNotBeforeMs: endMs };
  expect(waitsOf(area, { countdown: ofServer, lastMs: [null, null, null] }, 0)).toEqual([{ of: 'clear', atMs: endMs }]);
});

test('what is left is rounded up, distances down: neither makes safer than it is', () => {
  expect([leftText(1), leftText(60_000), leftText(725_001), leftText(-5)]).toEqual(['0:01', '1:00', '12:06', '0:00']);
  expect([flooredKmText(10.9, 'en'), flooredKmText(9.99, 'en'), flooredKmText(0, 'en')]).toEqual(['10', '9.9', '0']);
});
