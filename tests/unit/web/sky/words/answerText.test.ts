import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { type AnswerFacts, answerText } from '#web/sky/words/skyText.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { clockText } from '#web/sky/words/timeText.ts';

const NOW = new Date(2026, 10, 21, 15, 53).getTime();
const SOFIA = { latitude: 42.7, longitude: 23.3 };
const strike = { ordinal: 1, atMs: NOW - 180_000, latitude: 42.8, longitude: 23.3 };
const live = { kind: 'live', checkedMs: NOW - 4_000, whole: true } as const;

function said(parts: Partial<AnswerFacts>, locale: 'en' | 'ru' | 'bg' = 'en') {
  const facts: AnswerFacts = {
    truth: live,
    nowMs: NOW,
    complete: true,
    quiet: false,
    counts: { total: 5 },
    measure: { at: SOFIA, by: 'visitor' },
    nearest: { strike, withinKm: 100 },
    trend: undefined,
    ...parts,
  };
  return answerText(facts, textsFor(locale), locale)?.replaceAll('\u00a0', ' ');
}

beforeAll(async () => {
  await Promise.all((['en', 'ru', 'bg'] as const).map((locale) => loadTexts(locale, ['map'])));
});

describe('the answer beside the state of the feed', () => {
  test('names the nearest strike, its age, and whether new ones come closer', () => {
    expect(said({ trend: 'closer' })).toBe('Nearest 11 km north of you · 3 min ago · coming closer');
    expect(said({ trend: 'closer', nowMs: NOW + 600_000 })).toBe('Nearest 11 km north of you · 13 min ago');
    expect(said({ measure: { at: SOFIA, by: 'centre' } })).toBe('Nearest 11 km north of the map’s centre · 3 min ago');
  });

  test('is no all-clear where the view is empty: it names what fell beyond it', () => {
    expect(said({ quiet: true, counts: { total: 0 } })).toBe(
      'No strikes here · Nearest 11 km north of you · 3 min ago',
    );
    const none = { strike: undefined, withinKm: 100 };
    expect(said({ quiet: true, counts: { total: 0 }, nearest: none })).toBe('No strikes here · none within 100 km');
  });

  test('of a dead feed is what was last known, and when', () => {
    const sinceMs = new Date(2026, 10, 21, 14, 43).getTime();
    const down = { truth: { kind: 'down', sinceMs, cause: 'feed' }, counts: { total: 2_482 } } as const;
    expect(said(down)).toBe('last known at 14:43: 2,482 strikes');
    expect(said(down, 'ru')).toBe('последние данные на 14:43: 2 482 молнии');
    expect(said(down, 'bg')).toBe('последни данни към 14:43: 2482 мълнии');
  });

  test('of the past tells the time of day of the nearest, not an age that would be counted from now', () => {
    const past = { truth: { kind: 'past', whole: true, live }, nowMs: NOW } as const;
    expect(said(past)).toBe('Nearest 11 km north of you · 15:50');
    expect(said({ ...past, quiet: true, counts: { total: 0 }, nearest: undefined })).toBe('No strikes here');
  });

  test('of a feed that never answered is none: no number without an instant', () => {
    expect(said({ truth: { kind: 'down', sinceMs: null, cause: 'connection' } })).toBeUndefined();
    expect(said({ truth: { kind: 'connecting' } })).toBeUndefined();
  });
});

test('an instant of another day has its date', () => {
  const on20th = new Date(2026, 10, 20, 14, 43).getTime();
  expect(clockText(on20th, NOW, 'en')).toMatch(/20.*14:43/);
  expect(clockText(NOW - 60_000, NOW, 'en')).toBe('15:52');
});

test('how long an outage has lasted is told in two units', () => {
  const spans = [90_000, 4_200_000, 3_600_000, 6 * 86_400_000 + 4 * 3_600_000].map((ms) => longSpanText(ms, 'en'));
  expect(spans.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['1 min', '1 hr 10 min', '1 hr', '6 days 4 hr']);
});
