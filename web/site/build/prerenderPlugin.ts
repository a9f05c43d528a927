import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EnvironmentOptions, Plugin, Rolldown, UserConfig } from 'vite';
import { fillTemplate, type PrerenderedPage } from './fillTemplate.ts';
import { keptFiles } from './keptFiles.ts';
import { pageAssets } from './pageAssets.ts';

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
          await nameKeptFiles(outDir, clientOutput, firstScript);
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
async function nameKeptFiles(outDir: string, { output }: Rolldown.RolldownOutput, firstScript: string): Promise<void> {
  const found = await readdir(resolve(outDir, 'basemap'), { recursive: true, withFileTypes: true });
  const ground = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(outDir, join(parentPath, name)).split(sep).join('/'));
  const path = resolve(outDir, WORKER);
  const program = await readFile(path, 'utf8');
  await writeFile(path, `self.KEPT=${JSON.stringify(keptFiles(output, firstScript, ground.sort()))};\n${program}`);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function onlyOutput(built: unknown): Rolldown.RolldownOutput {
  if (typeof built === 'object' && built !== null && 'output' in built) return built as Rolldown.RolldownOutput;
  throw new Error('The client is built once, without watching');
}
