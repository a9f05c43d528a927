import { beforeAll, expect, test } from 'vitest';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { unsureText } from '#web/sky/words/unsureText.ts';

const live = { kind: 'live', checkedMs: 0, whole: true } as const;
const down = { kind: 'down', sinceMs: 0, cause: 'feed' } as const;

beforeAll(() => loadTexts('en', ['map']));

test.each([
  ['all is held and the feed lives', { truth: live, complete: true, tooWide: false }, undefined],
  ['strikes are being read', { truth: live, complete: false, tooWide: false }, 'loading strikes…'],
  ['the view is too wide', { truth: live, complete: false, tooWide: true }, 'zoom in to see every strike'],
  ['the feed is down, whatever is held', { truth: down, complete: true, tooWide: false }, 'The feed is interrupted.'],
])('where %s', (_, facts, text) => {
  expect(unsureText(facts, textsFor('en'))).toBe(text);
});
