import type { Locale } from '#web/kit/i18n/locales.ts';

/** How each language says that something does not exist yet. "We will answer soon" is not meant. */
export const PLANNED_WORDS: Readonly<Record<Locale, RegExp>> = {
  en: /\(planned\)|\bas planned\b|coming soon|being built|in development|under construction|\bapps? .*on (?:its|their) way\b|will be (?:ready|available)|are ready\b/iu,
  ru: /^скоро$|\(скоро\)|«скоро»|планиру[ею]тся|разрабатыва[ею]тся|в разработке|уже в пути|будут? готов|появ[ия]тся позже/iu,
  bg: /очаквайте|\(скоро\)|„скоро“|планира(?:т)? се|се планира|разработва(?:т)? се|се разработва|в разработка|приложени.* на път(?!\p{L})|когато са готови/iu,
};

/** A feature: a page of the site (`page:report`), a call of the API (`api:/picture.svg`) or `stores`, an app in them. */
export type Feature = `page:${string}` | `api:/${string}` | 'stores';

/** What the site may call planned, by the path of its text; wrong as soon as the feature is there. */
export const PLANNED: Readonly<Record<string, Feature>> = {
  'landing.app.soon': 'stores',
};

/** What texts offer as present; wrong as soon as one of the features is gone. */
export const OFFERED: Readonly<Record<string, readonly Feature[]>> = {
  'landing.integration.notifications': ['page:watch'],
  'landing.integration.analytics': ['page:analytics', 'api:/counts'],
  'landing.integration.reports': ['page:report', 'api:/strikes'],
  'landing.integration.areas': ['page:watch'],
  'landing.integration.api': ['page:api', 'api:/openapi.json'],
  'landing.planSection.lead': ['page:watch', 'page:analytics', 'page:report'],
  'landing.app.lead': ['page:watch'],
  'landing.benefits.measured': ['page:proof', 'api:/proof'],
  'landing.watchNow.text': ['page:watch'],
  'plans.today': ['page:api'],
  'about.what.text': ['page:map', 'page:api', 'page:watch', 'page:analytics', 'page:report', 'page:lookUp'],
  'api.stream.lead': ['api:/live'],
};

/** Where the texts, the tables and what exists contradict each other; `texts` by language and path. */
export function brokenPromises(
  texts: Readonly<Record<Locale, ReadonlyMap<string, string>>>,
  existing: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  for (const [locale, words] of Object.entries(PLANNED_WORDS) as [Locale, RegExp][]) {
    for (const [path, text] of texts[locale])
      if (words.test(text) && !(path in PLANNED)) faults.push(`${locale} ${path}: called planned, but in no list`);
    for (const path of Object.keys(PLANNED))
      if (!words.test(texts[locale].get(path) ?? '')) faults.push(`${locale} ${path}: does not say that it is planned`);
    for (const path of Object.keys(OFFERED))
      if (!texts[locale].has(path)) faults.push(`${locale} ${path}: no such text`);
  }
  for (const [path, feature] of Object.entries(PLANNED))
    if (existing.has(feature)) faults.push(`${path}: ${feature} exists`);
  for (const [path, features] of Object.entries(OFFERED))
    for (const feature of features) if (!existing.has(feature)) faults.push(`${path}: ${feature} does not exist`);
  return faults;
}
