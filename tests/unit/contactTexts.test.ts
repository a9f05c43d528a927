import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { contactTexts, mailTo } from '#texts/contactTexts.ts';
import bg from '#texts/form/bg.ts';
import en from '#texts/form/en.ts';
import ru from '#texts/form/ru.ts';

const FORM = { en, ru, bg };

test.each(LANGUAGES)('the Worker says in %s what the form says', (language) => {
  const { success, failure, full, errors } = contactTexts[language];
  expect({ success, failure, full, errors }).toEqual({
    success: FORM[language].success,
    failure: FORM[language].failure,
    full: FORM[language].full,
    errors: FORM[language].errors,
  });
});

test.each(LANGUAGES)('a day that is full is told in %s with the address to write to', (language) => {
  const link = '<a href="mailto:people@lightning.bg">people@lightning.bg</a>';
  expect(mailTo(contactTexts[language].full, 'people@lightning.bg').split(link)).toHaveLength(2);
});
