import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { guardText } from '#shared/verdict/guardText.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';

test.each(LANGUAGES)('what may guard nothing is said with its age, in %s', (language) => {
  const words = verdictTexts[language];
  expect(guardText(SATELLITE, words)).toContain('15\u00a0');
  expect(guardText({ ...SATELLITE, kind: 'total-flash' }, words)).not.toBe(guardText(SATELLITE, words));
  expect(guardText({ ...SATELLITE, guards: true }, words)).toBeUndefined();
});
