import { beforeAll, expect, test } from 'vitest';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { type SummaryFacts, summaryText } from '#web/sky/words/skyText.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const NOW = new Date(2026, 10, 21, 15, 53).getTime();
const live = { kind: 'live', checkedMs: 0, whole: true } as const;

function facts(parts: Partial<SummaryFacts> = {}): SummaryFacts {
  return {
    truth: live,
    presentMs: NOW,
    endMs: NOW,
    quiet: false,
    counts: { total: 21 },
    windowMs: 3_600_000,
    from: undefined,
    nearest: undefined,
    ...parts,
  };
}

beforeAll(async () => {
  await Promise.all((['en', 'ru', 'bg'] as const).map((locale) => loadTexts(locale, ['map', 'timeline'])));
});

test.each([
  ['en', '21 strikes in view (Last hour).'],
  ['ru', '21 молния на экране (Последний час).'],
  ['bg', '21 мълнии на картата (Последният час).'],
] as const)('strikes are counted in %s', (locale, text) => {
  expect(summaryText(facts(), textsFor(locale), locale)).toBe(text);
});

test('the nearest is named where it is known from where', () => {
  const strike = { ordinal: 1, atMs: 0, latitude: 42.7877, longitude: 23.3219 };
  const nearest = { strike, withinKm: 100 };
  expect(summaryText(facts({ from: SOFIA, nearest }), textsFor('en'), 'en')).toContain('Nearest 10\u00a0km north.');
});

test('a sky is called empty only when it is known to be', () => {
  const none = facts({ counts: { total: 0 } });
  expect(summaryText(none, textsFor('en'), 'en')).toBe('');
  expect(summaryText({ ...none, quiet: true }, textsFor('en'), 'en')).toBe('No strikes in view.');
  const down = { kind: 'down', sinceMs: 0, cause: 'feed' } as const;
  expect(summaryText({ ...none, truth: down }, textsFor('en'), 'en')).toBe('The feed is interrupted.');
});

test.each([
  ['en', 'The past, 13:53. 21 strikes in view (Last hour).'],
  ['ru', 'Прошлое, 13:53. 21 молния на экране (Последний час).'],
  ['bg', 'Минало, 13:53. 21 мълнии на картата (Последният час).'],
] as const)('that one looks at the past is said first, in %s', (locale, text) => {
  const truth = { kind: 'past', whole: true, live } as const;
  expect(summaryText(facts({ truth, endMs: NOW - 2 * 3_600_000 }), textsFor(locale), locale)).toBe(text);
});
