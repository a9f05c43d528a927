import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { guardText } from '#shared/verdict/guardText.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';

const satellite = {
  name: 'mtg-li',
  kind: 'optical-flash',
  guards: false,
  worstDelayMs: 15 * 60_000,
  errorKm: 8,
  attribution: '',
} as const;

test.each(LANGUAGES)('what may guard nothing is said with its age, in %s', (language) => {
  const words = verdictTexts[language];
  expect(guardText(satellite, words)).toContain('15\u00a0');
  expect(guardText({ ...satellite, kind: 'total-flash' }, words)).not.toBe(guardText(satellite, words));
  expect(guardText({ ...satellite, guards: true }, words)).toBeUndefined();
});
