import type { Rolldown } from 'vite';
import { LOCALES } from '#web/kit/i18n/locales.ts';

type Chunk = Rolldown.OutputChunk & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string>; readonly importedAssets: ReadonlySet<string> };
};

export interface KeptFiles {
  /** Name of the entry script, whose hash changes with everything that it can load. */
  readonly build: string;
  /** Addresses, including pages. */
  readonly files: readonly string[];
}

/** Modules whose chunks the map loads on demand, with their own lazy imports. Its frame leads to every tool. */
const OF_THE_MAP =
  /\/web\/(site\/pages\/MapPage\.tsx|map\/(?!tools\/)|sky\/(kept|past|shown|words)\/|kit\/(places|offline)\/)|\/node_modules\/(@deck\.gl|@luma\.gl|maplibre-gl)\//;
const TEXTS = new RegExp(
  `/texts/made/(${LOCALES.join('|')})/(index|(map|sky|mapTools|help|timeline|cells|place|watch|watchlist|recipients|tell)/index)\\.ts$`,
);
/** Outlines and tables of districts: an offline wall has no level to show for them. */
const DISTRICTS = /^assets\/(outlines|regions)-/;
/** The ground of wide views; closer tiles are cached when they are first used. */
const GROUND = /^basemap\/((world|ranges)\.geojson|(land|rivers)\/[56]\/|landmarks\/6\/|lines\/6\/|names\/[14]\/)/;
const WORKERS = /^assets\/map-worker-/;

/** Returns what the map needs at once and later. `publicFiles`: static files, relative to the site. */
export function keptFiles(
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  firstScript: string,
  publicFiles: readonly string[],
): KeptFiles {
  const chunks = new Map<string, Chunk>();
  for (const item of output) if (item.type === 'chunk') chunks.set(item.fileName, item);
  const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'index');
  if (!entry) throw new Error('The site has an entry');
  const reached = new Set<Chunk>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || reached.has(chunk)) return;
    reached.add(chunk);
    chunk.imports.forEach(visit);
    if (Object.keys(chunk.modules).some((module) => OF_THE_MAP.test(module))) chunk.dynamicImports.forEach(visit);
  };
  visit(entry.fileName);
  for (const chunk of chunks.values()) {
    const module = chunk.facadeModuleId ?? '';
    if (
      /\/web\/(site\/(app\/(start|MapRoute)|pages\/MapPage)\.tsx|kit\/offline\/sharedAddress\.ts)$/.test(module) ||
      TEXTS.test(module)
    )
      visit(chunk.fileName);
  }
  const styles = [...reached].flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  const names = new Set(output.map(({ fileName }) => fileName));
  const workers = [...names].filter((name) => WORKERS.test(name));
  const files = [...reached].map(({ fileName }) => fileName);
  const kept = new Set([
    firstScript,
    ...files,
    // Vite lists a worker here before its file has its final name.
    ...styles.filter((name) => names.has(name) && !DISTRICTS.test(name)),
    ...workers,
    ...publicFiles.filter((name) => GROUND.test(name)),
  ]);
  const pages = ['/map', ...LOCALES.map((locale) => `/${locale}/map`)];
  const build = /(index-[\w-]+)\.js$/.exec(entry.fileName)?.[1];
  if (build === undefined) throw new Error(`The entry is called index, not ${entry.fileName}`);
  return { build, files: [...pages, ...[...kept].map((name) => `/${name}`)] };
}
