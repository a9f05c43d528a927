import type { Rolldown } from 'vite';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';
import type { PageAssets, PrerenderedPage } from './fillTemplate.ts';

/** The folders that `pages.ts` reads. */
const PAGE_FOLDERS = ['/web/site/pages/', '/web/site/legal/'];
const OF_THE_MAP: readonly PrerenderedPage['page'][] = ['map', 'embed'];

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/** Files of the page's chunks and imports, without the entry's. For the map only code: its frame needs no styles. */
export function pageAssets(output: Rolldown.RolldownOutput, page: PrerenderedPage): PageAssets {
  const chunks = new Map<string, Chunk>();
  for (const item of output.output) if (item.type === 'chunk') chunks.set(item.fileName, item);
  const entry = [...chunks.values()].filter((chunk) => chunk.isEntry && chunk.name === 'index');
  const known = closure(chunks, entry);
  const needed = (from: Chunk[]) => [...closure(chunks, from)].filter((chunk) => !known.has(chunk));
  const own = [...chunks.values()].filter((chunk) => belongsTo(chunk, page));
  const styled = needed(own);
  const mapped = OF_THE_MAP.includes(page.page) ? [...chunks.values()].filter(isOfTheMap) : [];
  return {
    styles: [...new Set(styled.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
    modules: needed([...own, ...mapped]).map((chunk) => chunk.fileName),
    fonts: fontsOf(output, page.locale),
  };
}

/** Fonts that a page in this language needs; others load when one of their letters is shown. */
function fontsOf({ output }: Rolldown.RolldownOutput, locale: Locale): string[] {
  const written = locale === 'en' ? /-latin-[\w-]*\.woff2$/ : /-(latin|cyrillic)-[\w-]*\.woff2$/;
  return output.map(({ fileName }) => fileName).filter((name) => written.test(name));
}

/** True if the map's route, or its worker, imports the chunk; preloaded, such chunks arrive together. */
function isOfTheMap({ facadeModuleId }: Chunk): boolean {
  return /\/web\/(site\/pages\/MapPage|map\/StrikeMap)\.tsx$|\/webgl-device\.js$|\/maplibre-gl\/src\/source\/worker\.ts$/.test(
    facadeModuleId ?? '',
  );
}

function belongsTo(chunk: Chunk, { page, file, locale, textAreas }: PrerenderedPage): boolean {
  const module = chunk.facadeModuleId ?? '';
  const texts = [
    `/texts/made/${locale}/index.ts`,
    ...textAreas.map((area) => `/texts/made/${locale}/${area}/index.ts`),
  ];
  if (module.endsWith('/web/site/app/start.tsx')) return true;
  if (module.endsWith('/web/site/app/MapRoute.tsx')) return OF_THE_MAP.includes(page) || isToolPage(page);
  if (texts.some((path) => module.endsWith(path))) return true;
  return !OF_THE_MAP.includes(page) && PAGE_FOLDERS.some((folder) => module.endsWith(`${folder}${file}.tsx`));
}

function closure(chunks: Map<string, Chunk>, from: readonly Chunk[]): Set<Chunk> {
  const reached = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || reached.has(chunk)) return;
    reached.add(chunk);
    for (const name of chunk.imports) visit(chunks.get(name));
  };
  for (const chunk of from) visit(chunk);
  return reached;
}
