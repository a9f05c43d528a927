import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EnvironmentOptions, Plugin, Rolldown, UserConfig } from 'vite';
import type { Locale } from '#web/kit/i18n/locales.ts';
import type { Route } from '#web/kit/routing/routes.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';
import { cachedFiles } from './siteFiles.ts';

/** Files that a page needs in addition to the entry's: style sheets for its layout, modules to hydrate it. */
interface PageAssets {
  readonly styles: readonly string[];
  readonly modules: readonly string[];
  /** Fetched in parallel with the style sheet that names them; empty if they load later. */
  readonly fonts: readonly string[];
  readonly firstScript?: string;
}

function fillTemplate(template: string, page: PrerenderedPage, assets: PageAssets): string {
  const { firstScript } = assets;
  const styles = assets.styles.map((href) => `<link rel="stylesheet" crossorigin href="/${href}" />`);
  const fonts = (firstScript ? [] : assets.fonts).map(
    (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${href}" />`,
  );
  // Named, but not fetched: nothing may delay what the page shows first.
  const modules = assets.modules.map((href) => `/${href}`).join(' ');
  const first = firstScript
    ? `<script type="module" crossorigin fetchpriority="high" src="/${firstScript}"></script>\n    `
    : '';
  return replaceOnce(template, [
    [/<html lang="[^"]*"/, `<html lang="${page.locale}"${firstScript ? ' data-letters="later"' : ''}`],
    ['<!--head-->', page.head],
    ['</head>', `  ${[...fonts, ...styles].join('\n    ')}\n  </head>`],
    ['<script type="module"', `${first}<script type="module" fetchpriority="low"`],
    [
      /<div id="app">[\s\S]*<!--\/app--><\/div>/,
      `<div id="app" data-view="${page.view}" data-modules="${modules}">${page.body}</div>${page.beside}`,
    ],
  ]);
}

function replaceOnce(text: string, replacements: readonly [string | RegExp, string][]): string {
  return replacements.reduce((filled, [place, content]) => {
    // A function, because `$` in a replacement string is a pattern.
    const next = filled.replace(place, () => content);
    if (next === filled && !filled.includes(content)) throw new Error(`The template has no ${place}`);
    return next;
  }, text);
}

/** The client hydrates it only if `view` matches what it would render itself. */
export interface PrerenderedPage {
  readonly fileName: string;
  readonly page: Route['page'];
  readonly file: string;
  readonly locale: Locale;
  readonly view: string;
  readonly textAreas: readonly string[];
  readonly head: string;
  readonly body: string;
  /** HTML of the map's preview, next to the application; empty on other pages. */
  readonly beside: string;
}

/** The folders that `pages.ts` reads. */
const PAGE_FOLDERS = ['/web/site/pages/', '/web/site/legal/'];
const OF_THE_MAP: readonly PrerenderedPage['page'][] = ['map', 'embed'];

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/** Files of the page's chunks and imports, without the entry's. For the map only code: its frame needs no styles. */
function pageAssets(output: Rolldown.RolldownOutput, page: PrerenderedPage): PageAssets {
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
    `/shared/i18n/${locale}/index.ts`,
    ...textAreas.map((area) => `/shared/i18n/${locale}/${area}/index.ts`),
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

/** The service worker, at the root because its address limits its scope. */
const WORKER = 'sw.js';

interface PrerenderModule {
  prerenderPages(): Promise<PrerenderedPage[]>;
  siteFiles(): Record<string, string>;
}

/** Builds for the browser and for Node, which renders every page into the browser's template. */
export function prerenderPlugin(): Plugin {
  return {
    name: 'site:prerender',
    config: (config) => ({
      environments: {
        // One file, because it runs while the map's code is still loading.
        preview: oneFile(config, 'map/preview/main.ts', 'assets/preview-[hash].js'),
        // One file as well: service workers do not load chunks.
        serviceWorker: oneFile(config, 'serviceWorker/main.ts', WORKER),
        prerender: {
          resolve: { noExternal: true },
          build: {
            ssr: 'prerender.tsx',
            // One folder per process, so that concurrent builds do not overwrite each other.
            outDir: `../.cache/prerender-${process.pid}`,
            emptyOutDir: true,
            copyPublicDir: false,
            rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
          },
        },
      },
      builder: {
        async buildApp(builder) {
          const { client, preview, serviceWorker, prerender } = builder.environments;
          if (!client || !preview || !serviceWorker || !prerender)
            throw new Error('All environments are configured above');
          const root = config.root ?? process.cwd();
          const clientOutput = onlyOutput(await builder.build(client));
          const [{ fileName: firstScript }] = onlyOutput(await builder.build(preview)).output;
          await builder.build(serviceWorker);
          await builder.build(prerender);
          const prerenderDir = resolve(root, prerender.config.build.outDir);
          const site: PrerenderModule = await import(pathToFileURL(resolve(prerenderDir, 'prerender.js')).href);
          const outDir = resolve(root, client.config.build.outDir);
          await writeSite(outDir, site, clientOutput, firstScript);
          await nameCachedFiles(outDir, clientOutput, firstScript);
          await rm(prerenderDir, { recursive: true });
        },
      },
    }),
  };
}

function oneFile({ root, build }: UserConfig, entry: string, entryFileNames: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      // The output directory: an environment without it would guess.
      ...(build?.outDir === undefined ? {} : { outDir: build.outDir }),
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: resolve(root ?? process.cwd(), entry),
        output: { format: 'iife', entryFileNames, codeSplitting: false },
      },
    },
  };
}

async function writeSite(
  outDir: string,
  site: PrerenderModule,
  output: Rolldown.RolldownOutput,
  firstScript: string,
): Promise<void> {
  const template = await readFile(resolve(outDir, 'index.html'), 'utf8');
  for (const page of await site.prerenderPages()) {
    const assets = { ...pageAssets(output, page), ...(page.page === 'map' ? { firstScript } : {}) };
    await write(resolve(outDir, page.fileName), fillTemplate(template, page, assets));
  }
  for (const [name, text] of Object.entries(site.siteFiles())) await write(resolve(outDir, name), text);
}

/** Prepends the list of cached files to the worker: only known now, and different for each build. */
async function nameCachedFiles(
  outDir: string,
  { output }: Rolldown.RolldownOutput,
  firstScript: string,
): Promise<void> {
  const found = await readdir(resolve(outDir, 'basemap'), { recursive: true, withFileTypes: true });
  const ground = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(outDir, join(parentPath, name)).split(sep).join('/'));
  const path = resolve(outDir, WORKER);
  const program = await readFile(path, 'utf8');
  await writeFile(
    path,
    `self.SITE_CACHE=${JSON.stringify(cachedFiles(output, firstScript, ground.sort()))};\n${program}`,
  );
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function onlyOutput(built: unknown): Rolldown.RolldownOutput {
  if (typeof built === 'object' && built !== null && 'output' in built) return built as Rolldown.RolldownOutput;
  throw new Error('The client is built once, without watching');
}
