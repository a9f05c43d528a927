import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import type { Dictionary } from '#web/site/build/sourcePlugins.ts';

export const textsRoot = join(projectRoot, 'texts');

/** Folders that hold no area: what is made, and what is said instead of other texts. */
const NO_AREAS: readonly string[] = ['made', 'otherSources'];

export const textAreas: readonly string[] = readdirSync(textsRoot).filter(
  (name) => !NO_AREAS.includes(name) && statSync(join(textsRoot, name)).isDirectory(),
);

/** An area's dictionary as it is written. */
export async function writtenTexts(area: string, locale: Locale): Promise<Dictionary> {
  return (await import(join(textsRoot, area, `${locale}.ts`))).default;
}

/** Each text with its path: keys, joined by points, after `path`. */
export function textEntries(node: string | Dictionary, path: string): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) => textEntries(child, path ? `${path}.${key}` : key));
}
