import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import bg from '#shared/i18n/bg/otherSources.ts';
import type { Instead, OtherSourceTexts } from '#shared/i18n/dictionaryTypes.ts';
import en from '#shared/i18n/en/otherSources.ts';
import ru from '#shared/i18n/ru/otherSources.ts';
import { SourceKind } from '#shared/wire/FeedEvent.ts';
import { type PaintRelief, reliefNames, reliefPainter } from '#web/ground/land/make/reliefPictures.ts';
import { type GroundTileFiles, readArchives } from '#web/ground/land/make/tileArchives.ts';
import { LOCALES, type Locale } from '#web/kit/i18n/locales.ts';
import type { SavedText } from '#web/kit/i18n/texts.ts';

/** Serves the ground's tiles below /basemap/: in the built site as files, in development on request. */
export function groundTilesPlugin(): Plugin {
  return {
    name: 'site:ground-tiles',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const { tiles, paint } = await readGround();
      const write = async (name: string, bytes: Uint8Array) => {
        const path = join(dir, 'basemap', name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
      };
      for (const [name, bytes] of tiles) await write(name, bytes);
      for (const name of reliefNames) await write(name, await paint(name));
    },
    configureServer({ middlewares }) {
      let ground: ReturnType<typeof readGround> | undefined;
      middlewares.use('/basemap', async (request, response, next) => {
        // On the first request, so that a start without a map is faster.
        ground ??= readGround();
        const { tiles, paint } = await ground;
        const name = request.url?.slice(1) ?? '';
        const tile = tiles.get(name) ?? (reliefNames.includes(name) ? await paint(name) : undefined);
        if (!tile) return next();
        const type = name.endsWith('.webp') ? 'image/webp' : 'application/x-protobuf';
        response.setHeader('Content-Type', type).end(tile);
      });
    },
  };
}

/** The raw tiles, and the painter of the relief from the heights among them. */
async function readGround(): Promise<{ readonly tiles: GroundTileFiles; readonly paint: PaintRelief }> {
  const all = await readArchives();
  return { tiles: new Map([...all].filter(([name]) => !name.startsWith('heights/'))), paint: await reliefPainter(all) };
}

/** The source whose strikes the site shows. */
export interface SpokenSource {
  readonly kind: SourceKind;
  readonly supportsAlerts: boolean;
}

/** A dictionary as in its source file: texts, by keys that may be nested. */
export interface Dictionary {
  readonly [key: string]: string | Dictionary;
}

export const otherSourceTexts: Readonly<Record<Locale, OtherSourceTexts>> = { en, ru, bg };

/** Replacement texts for a language, later ones take precedence; none for real-time ground strokes. */
function insteadFor({ kind, supportsAlerts }: SpokenSource, locale: Locale): readonly Instead[] {
  const { flashes, flashTools, late, optical } = otherSourceTexts[locale];
  return [
    ...(kind === 'cg-stroke' ? [] : [flashes, flashTools]),
    ...(supportsAlerts ? [] : [late]),
    ...(kind === 'optical-flash' ? [optical] : []),
  ];
}

/** An area's texts with the replacements for this source. */
export function spokenTexts(texts: Dictionary, area: string, locale: Locale, source: SpokenSource): Dictionary {
  return insteadFor(source, locale).reduce<Dictionary>(
    (dictionary, instead) =>
      merged(dictionary, (instead as Readonly<Record<string, Dictionary | undefined>>)[area] ?? {}),
    texts,
  );
}

function merged(texts: Dictionary, instead: Dictionary): Dictionary {
  const all: Record<string, string | Dictionary> = { ...texts };
  for (const [key, text] of Object.entries(instead)) {
    const before = texts[key];
    all[key] = typeof text === 'string' || typeof before !== 'object' ? text : merged(before, text);
  }
  return all;
}

/** @throws ValiError if `PUBLIC_SOURCE_KIND` is invalid */
export function builtFor(environment: Readonly<Record<string, string | undefined>>): SpokenSource {
  const { PUBLIC_SOURCE_KIND, PUBLIC_SOURCE_ALERTS } = environment;
  return { kind: v.parse(SourceKind, PUBLIC_SOURCE_KIND || 'cg-stroke'), supportsAlerts: PUBLIC_SOURCE_ALERTS !== '0' };
}

/** Matches a dictionary's language and area in its path. Without an area: the texts of every page. */
const DICTIONARY = new RegExp(`/i18n/(${LOCALES.join('|')})/(?:(\\w+)/)?index\\.ts$`);
const EVERY_PAGE = 'everyPage';

/** Builds the texts for the site's source into its pages: one variant of each, and no cost for the usual source. */
export function sourceTextsPlugin(source: SpokenSource): Plugin {
  return {
    name: 'site:source-texts',
    enforce: 'pre',
    load: {
      filter: { id: DICTIONARY },
      async handler(id) {
        const [, locale, area = EVERY_PAGE] = DICTIONARY.exec(id) ?? [];
        if (source.kind === 'cg-stroke' && source.supportsAlerts) return undefined;
        // Read again each time, because it may have changed.
        const { default: texts } = await import(`${pathToFileURL(id).href}?read=${Date.now()}`);
        return `export default ${JSON.stringify(spokenTexts(texts, area, locale as Locale, source))};`;
      },
    },
  };
}

/** `npm run dev`: open pages show a saved text without a reload. */
export function hotTextsPlugin(): Plugin {
  return {
    name: 'hot-texts',
    apply: 'serve',
    hotUpdate({ type, file, timestamp, modules }) {
      const [, locale, area = EVERY_PAGE] = DICTIONARY.exec(file) ?? [];
      const [module] = modules;
      if (type !== 'update' || !locale || !module) return undefined;
      const saved: SavedText = { locale, area, url: `${module.url}?t=${timestamp}` };
      this.environment.hot.send({ type: 'custom', event: 'text-saved', data: saved });
      return [];
    },
  };
}
