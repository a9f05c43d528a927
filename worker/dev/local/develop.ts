import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGES } from '#shared/languages.ts';
import { bundleWorker, siteEnvironment } from './buildProduct.ts';

/** Additions of `npm run dev` to `npm start`: Vite serves the site's sources, and the Worker reloads on each save. */

export const DEV_BUNDLE = 'dev-bundle';
/** Folders of the Worker's sources, without packages. */
const ROOMS = /^(worker|shared)\//;
const I18N = 'shared/i18n';
/** An editor writes a file in several steps, and several files at once. */
const LATE_REPORT_MS = 50;
const LOOK_EVERY_MS = 50;
/** Makes a program exit at the end of its standard input, so that it does not outlive a killed parent. */
const ENDS_WITH_INPUT = 'data:text/javascript,process.stdin.on("end",()=>process.exit()).resume()';
const APP = /<!--app-->[\s\S]*<!--\/app-->/;

interface DevSiteOptions {
  readonly root: string;
  readonly port: number;
  /** Where the Worker will listen. */
  readonly apiOrigin: string;
  readonly basemap: string;
}

export interface DevSite {
  readonly url: string;
  /** The Worker's static files: templates for the pages of places. */
  readonly siteDir: string;
  /** Resolves when Vite has exited, also if it did so by itself. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Vite in a separate process, so that neither blocks the other.
 * @throws Error if it exits before it responds
 */
export async function startDevSite({ root, port, apiOrigin, basemap }: DevSiteOptions): Promise<DevSite> {
  const url = `http://127.0.0.1:${port}`;
  const vite = ['--import', ENDS_WITH_INPUT, join(root, 'node_modules/vite/bin/vite.js')];
  const listens = ['--port', String(port), '--strictPort', '--clearScreen', 'false'];
  const child = spawn(process.execPath, [...vite, '--config', 'web/vite.config.ts', ...listens], {
    cwd: root,
    env: { ...siteEnvironment(process.env, basemap, port), API_ORIGIN: apiOrigin },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const close = async () => {
    // It has nothing to save, and would wait for every open stream.
    child.kill('SIGKILL');
    await ended;
  };
  const siteDir = join(root, '.wrangler/dev-site');
  await writeShells(siteDir, await firstPage(url, child));
  return { url, siteDir, ended, close };
}

/** A page below a folder: only there does Vite write absolute paths. */
async function firstPage(url: string, child: ChildProcess): Promise<string> {
  for (;;) {
    const page = await fetch(`${url}/en/places`, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (page?.ok) return page.text();
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('Vite ended before it served a page');
    await sleep(LOOK_EVERY_MS);
  }
}

/** Templates for the pages of places: the site's frame, which its script renders in the browser. */
async function writeShells(siteDir: string, page: string): Promise<void> {
  const shell = page.replace(APP, '<div data-slot="place"></div>');
  for (const language of LANGUAGES) {
    await mkdir(join(siteDir, language), { recursive: true });
    await writeFile(join(siteDir, language, 'place.html'), shell);
  }
}

interface SavesOptions {
  readonly root: string;
  /** The bundle; its source map is next to it. */
  readonly script: string;
  /** Runs the new bundle. */
  readonly reload: () => Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Generates the texts again when one is saved. Bundles and restarts the Worker when one of its sources is saved. A
 * failed bundle is reported, and the previous Worker keeps running. Returns a function that stops watching.
 */
export function followSaves({ root, script, reload, print }: SavesOptions): () => void {
  const saved = new Set<string>();
  let [isBusy, isOver] = [false, false];
  /** Undefined: the last bundle failed, and any save may fix it. */
  let parts: ReadonlySet<string> | undefined;
  /** One per folder. A watcher of a file or a tree stops working when an editor saves by renaming. */
  const watchers = new Map<string, FSWatcher>();
  const renew = async () => {
    const startMs = performance.now();
    const before = await readFile(script, 'utf8');
    await bundleWorker(root, DEV_BUNDLE);
    if ((await readFile(script, 'utf8')) === before) return;
    await reload();
    print(`The Worker runs what you saved, after ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
  };
  const follow = async () => {
    isBusy = true;
    while (saved.size > 0) {
      await sleep(LATE_REPORT_MS);
      const paths = [...saved];
      saved.clear();
      if (paths.some((path) => path.startsWith(I18N))) await makeTexts(root);
      if (parts && !paths.some((path) => parts?.has(path))) continue;
      parts = undefined;
      await renew()
        .then(lookAtParts)
        .catch((error: Error) => (isOver ? undefined : print(error.message)));
    }
    isBusy = false;
  };
  const watchFolder = (folder: string) => {
    if (isOver || watchers.has(folder)) return;
    const note = (_: string, name: string | null) => {
      saved.add(`${folder}/${name}`);
      if (!isBusy) void follow();
    };
    watchers.set(folder, watch(join(root, folder), note));
  };
  const lookAtParts = async () => {
    parts = await partsOf(root, script);
    for (const path of parts) if (ROOMS.test(path)) watchFolder(dirname(path));
  };
  void lookAtParts();
  void textFolders(root).then((folders) => folders.forEach(watchFolder));
  return () => {
    isOver = true;
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Folders of the dictionaries. */
async function textFolders(root: string): Promise<string[]> {
  const entries = await readdir(join(root, I18N), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/** The source files of a bundle, as listed in its source map: paths below `root`. */
async function partsOf(root: string, script: string): Promise<Set<string>> {
  const { sources } = JSON.parse(await readFile(`${script}.map`, 'utf8')) as { sources: string[] };
  return new Set(
    sources.map((source) =>
      relative(root, resolve(dirname(script), source))
        .split(sep)
        .join('/'),
    ),
  );
}

/** Runs the program that generates them before each command. It reports its own errors. */
async function makeTexts(root: string): Promise<void> {
  const args = [join(root, 'worker/dev/local/bootstrap.mjs')];
  await once(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
}
