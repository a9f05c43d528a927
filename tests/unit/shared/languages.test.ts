import { expect, test } from 'vitest';
import { languageOf } from '#shared/languages.ts';

test('a language that the site does not speak, or no longer, is English', () => {
  expect(languageOf('bg')).toBe('bg');
  expect(languageOf('xx')).toBe('en');
  expect(languageOf(undefined)).toBe('en');
});
