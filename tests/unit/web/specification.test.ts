import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { DEFAULT_TIME_FILTER_MS, PROVIDER_LIMIT, TIME_FILTERS_MS } from '#shared/limits.ts';
import { ageClassOf } from '#shared/sky/colours.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { DEFAULT_VIEW } from '#web/ground/view/mapQuery.ts';
import { CHUNK_TIMEOUT_MS } from '#web/kit/browser/loadChunks.ts';
import { pagePaths } from '#web/kit/routing/routes.ts';
import { LANGUAGE_KEY, THEME_KEY } from '#web/site/app/setUp.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/http/outbound/classifyResponse.ts';
import { PROVIDER_TIMEOUT_MS } from '#worker/sources/provider.ts';
import { writtenTexts } from './kit/writtenTexts.ts';

const source = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** Constants of the specification, and where the product has them. */
const CONSTANTS: readonly (readonly [what: string, specified: unknown, has: unknown])[] = [
  ['time filters', [600_000, 3_600_000, 21_600_000, 86_400_000], TIME_FILTERS_MS],
  ['time filter by default', 3_600_000, DEFAULT_TIME_FILTER_MS],
  ['events a fetch', 300, PROVIDER_LIMIT],
  ['languages', ['en', 'ru', 'bg'], LANGUAGES],
  ['default centre', [42.6977, 23.3219], [DEFAULT_VIEW.latitude, DEFAULT_VIEW.longitude]],
  // MapLibre's tiles are twice as wide as those of the specified zoom 11.
  ['default zoom', 11, DEFAULT_VIEW.zoom + 1],
  ['age classes', ['fresh', 'recent', 'old'], [300_000, 1_800_000, 1_800_001].map(ageClassOf)],
  ['request timeout', 10_000, PROVIDER_TIMEOUT_MS],
  ['retries', 3, MAX_RETRIES],
  ['waits before retries', [2_000, 4_000, 8_000], [1, 2, 3].map((retry) => retryDelayMs(retry, 0.5))],
  ['chunk time-out', 120_000, CHUNK_TIMEOUT_MS],
  ['keys of local storage', ['language', 'theme'], [LANGUAGE_KEY, THEME_KEY]],
  [
    'routes',
    ['/map', '/contact', '/privacy', '/terms', '/sensor-infrastructure'],
    [pagePaths.map, pagePaths.contact, pagePaths.privacy, pagePaths.terms, pagePaths.sensors],
  ],
];

/** English sentences of the specification by the text that has them. */
const TEXTS: Readonly<Record<string, string>> = {
  'map.loading': 'Loading Map...',
  'map.empty': 'No lightning events found in this area for the selected time range.',
  'map.loadError': 'Error loading data. Please try again.',
  'map.legend.fresh': 'Last 5 minutes',
  'map.legend.recent': 'Last 30 minutes',
  'map.legend.old': 'Older than 30 minutes',
  'everyPage.error.title': 'Unexpected Application Error!',
  'form.sending': 'Sending your message...',
  'form.success': 'Thank you for your message! We will contact you soon.',
  'form.failure': 'There was an error sending your message. Please try again later.',
  'form.errors.nameRequired': 'Please enter your name',
  'form.errors.emailRequired': 'Please enter your email',
  'form.errors.emailInvalid': 'Please enter a valid email',
  'form.errors.subjectRequired': 'Please enter a subject',
  'form.errors.messageRequired': 'Please enter a message',
  'landing.benefits.reliabilityFigure': '99.9%',
  'landing.benefits.supportFigure': '24/7',
  'landing.benefits.scalabilityFigure': '100,000+',
  'landing.app.soon': 'Coming soon',
};

/** What only a file of the product states, and the words that state it. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'web/kit/browser/useVisitorPosition.ts': ['enableHighAccuracy: false', 'timeout: 15_000', 'maximumAge: 60_000'],
  'web/map/notices/Notice.tsx': ['VISIBLE_MS = 6_000'],
  'web/site/app/Header.module.css': ['inline-size: 70%', 'max-inline-size: 300px'],
  'web/site/contact/ContactForm.tsx': ['rows={4}'],
  'web/kit/components/tokens.css': ['--enter-duration: 1000ms', '#1273d1', '#0e58a0'],
  'web/kit/components/components.module.css': ['--step: 150ms', '--step: 200ms'],
  'web/site/legal/PrivacyPage.tsx': ['June 1, 2023'],
  'web/site/legal/TermsPage.tsx': ['June 1, 2023'],
};

async function textAt(path: string): Promise<unknown> {
  const [area = '', ...keys] = path.split('.');
  const texts: unknown = await writtenTexts(area, 'en');
  return keys.reduce((at, key) => (at as Record<string, unknown>)[key], texts);
}

describe('the specification', () => {
  test.each(CONSTANTS)('is kept in %s', (_what, specified, has) => expect(has).toEqual(specified));

  test.each(Object.entries(TEXTS))('is quoted to the letter by %s', async (path, text) =>
    expect(await textAt(path)).toBe(text),
  );

  test.each(Object.entries(WRITTEN))('is kept in the figures of %s', (path, figures) => {
    for (const word of figures) expect(source(path), word).toContain(word);
  });
});
