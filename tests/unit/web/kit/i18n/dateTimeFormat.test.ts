import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';

const AFTERNOON = Date.UTC(2026, 6, 4, 14, 43, 5);

test.each(LANGUAGES)('the clock has 24 hours (%s)', (language) => {
  const clock = dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  expect(clock.format(AFTERNOON)).toMatch(/^14:43/);
});

test('English dates put the day before the month', () => {
  const date = dateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  expect(date.format(AFTERNOON)).toBe('4 Jul 2026, 14:43:05');
});

test('dates and times are formatted in one place of the site', () => {
  const web = join(projectRoot, 'web');
  const elsewhere = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('i18n/dateTimeFormat.ts'))
    .filter((file) =>
      /Intl\.DateTimeFormat\(|toLocale(Date|Time)?String\(/.test(readFileSync(join(web, file), 'utf8')),
    );
  expect(elsewhere).toEqual([]);
});
