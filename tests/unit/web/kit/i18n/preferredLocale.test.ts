import { expect, test } from 'vitest';
import { preferredLocale } from '#web/kit/i18n/locales.ts';

test.each([
  { languages: ['bg-BG', 'bg', 'en'], preferred: 'bg' },
  { languages: ['ru'], preferred: 'ru' },
  { languages: ['en-US', 'bg'], preferred: 'en' },
  { languages: ['de-DE', 'BG'], preferred: 'bg' },
  { languages: ['de'], preferred: undefined },
  { languages: [], preferred: undefined },
])('a browser set to $languages prefers $preferred of what the site speaks', ({ languages, preferred }) => {
  expect(preferredLocale(languages)).toBe(preferred);
});
