import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { contactTexts } from '#texts/contactTexts.ts';
import bg from '#texts/form/bg.ts';
import en from '#texts/form/en.ts';
import ru from '#texts/form/ru.ts';

const FORM = { en, ru, bg };

test.each(LANGUAGES)('the Worker says in %s what the form says', (language) => {
  const { success, deferred, failure, errors } = contactTexts[language];
  expect({ success, deferred, failure, errors }).toEqual({
    success: FORM[language].success,
    deferred: FORM[language].deferred,
    failure: FORM[language].failure,
    errors: FORM[language].errors,
  });
});
