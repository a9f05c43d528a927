import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { LanguageContext, LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { Guarded } from '#web/tools/watch/book/WhereGuarded.tsx';

test.each(LOCALES)('[FD20] who asks to be warned by a late satellite meets no form, but why, in %s', async (locale) => {
  await loadTexts(locale, ['sky', 'book']);
  const asked = (primary?: PrimarySource) =>
    renderToStaticMarkup(
      <LanguageContext value={{ locale, chooseLanguage: () => undefined }}>
        <Guarded primary={primary}>
          <form />
        </Guarded>
      </LanguageContext>,
    );
  const said = asked(SATELLITE);
  expect(said).not.toContain('<form');
  expect(said).toContain(textsFor(locale).book.fault.noGuard());
  expect(said).toMatch(/<strong>[^<]*15\u00a0[^<]*<\/strong>/);
  expect(said).toContain(SATELLITE.attribution);
  expect(asked()).toBe('<form></form>');
  expect(asked({ ...SATELLITE, kind: 'total-flash', guards: true })).toBe('<form></form>');
});
