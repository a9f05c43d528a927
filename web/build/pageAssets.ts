import type { Rolldown } from 'vite';
import type { PrerenderedPage } from '../prerender.tsx';
import type { PageAssets } from './fillTemplate.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** Files of the page's own chunk and, recursively, of what it imports, without those the entry already brings. */
export function pageAssets(output: Rolldown.RolldownOutput, page: PrerenderedPage): PageAssets {
  const chunks = new Map<string, Chunk>();
  for (const item of output.output) if (item.type === 'chunk') chunks.set(item.fileName, item);
  const entry = [...chunks.values()].filter((chunk) => chunk.isEntry);
  const known = closure(chunks, entry);
  const own = [...chunks.values()].filter((chunk) => belongsTo(chunk, page));
  const needed = [...closure(chunks, own)].filter((chunk) => !known.has(chunk));
  return {
    styles: [...new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
    modules: needed.map((chunk) => chunk.fileName),
  };
}

function belongsTo(chunk: Chunk, { page, locale, textAreas }: PrerenderedPage): boolean {
  const module = chunk.facadeModuleId ?? '';
  const texts = [`/web/i18n/${locale}/index.ts`, ...textAreas.map((area) => `/web/i18n/${locale}/${area}/index.ts`)];
  if (module.endsWith('/web/app/start.tsx')) return true;
  if (texts.some((path) => module.endsWith(path))) return true;
  // The map's code is heavy and not needed to read its page, so nothing of it is preloaded.
  return page !== 'map' && module.endsWith(`/web/pages/${pageFiles[page]}`);
}

const pageFiles: Record<PrerenderedPage['page'], string> = {
  root: 'LanguagePage.tsx',
  landing: 'LandingPage.tsx',
  map: 'MapPage.tsx',
  contact: 'ContactPage.tsx',
  sensors: 'SensorsPage.tsx',
  about: 'AboutPage.tsx',
  privacy: 'PrivacyPage.tsx',
  terms: 'TermsPage.tsx',
  notFound: 'NotFoundPage.tsx',
};

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
