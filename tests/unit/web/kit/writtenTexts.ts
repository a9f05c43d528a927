import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import type { Dictionary } from '#web/site/build/sourcePlugins.ts';

export const textsRoot = join(projectRoot, 'shared/i18n');

/** The dictionary directly in a language's folder: what every page loads. */
const EVERY_PAGE = 'everyPage';

export const textAreas: readonly string[] = [
  EVERY_PAGE,
  ...readdirSync(join(textsRoot, 'en')).filter((name) => !name.endsWith('.ts')),
];

/** An area's dictionary as it is written. */
export async function writtenTexts(area: string, locale: Locale): Promise<Dictionary> {
  return (await import(join(textsRoot, locale, area === EVERY_PAGE ? '' : area, 'index.ts'))).default;
}

/** Each text with its path: keys, joined by points, after `path`. */
export function textEntries(node: string | Dictionary, path: string): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) => textEntries(child, path ? `${path}.${key}` : key));
}
