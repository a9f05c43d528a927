import { buildOf, COMPLETE, cachesToDrop, GROUND, SITE, searchOrder } from '#web/kit/offline/cacheSite.ts';

/** The server's responses do not vary by any header that browsers send. */
const SAME = { ignoreVary: true } as const;
const AT_ONCE = 6;

/** The offline copy of the site. `build`: the worker's own. `files`: those that the map needs. */
export class CachedSite {
  private readonly name: string;
  private readonly files: readonly string[];
  private keeping: Promise<void> | undefined;

  constructor(build: string, files: readonly string[]) {
    this.name = SITE + build;
    this.files = files;
  }

  /** The page cached under `shell`, of any build. */
  async page(shell: string): Promise<Response | undefined> {
    const names = await caches.keys();
    const whole = new Set<string>();
    for (const name of names) if (await (await caches.open(name)).match(COMPLETE)) whole.add(name);
    for (const name of searchOrder(names, whole)) {
      const page = await (await caches.open(name)).match(shell, SAME);
      if (page) return page;
    }
    return undefined;
  }

  /** Caches a page under the build that it belongs to, which may be newer than this worker. */
  async cachePage(shell: string, response: Response): Promise<void> {
    const build = response.ok && !response.redirected ? buildOf(await response.clone().text()) : undefined;
    if (build !== undefined) await (await caches.open(SITE + build)).put(shell, response);
  }

  /** From any build, because file names contain a content hash. */
  async asset(request: Request): Promise<Response> {
    const cached = await caches.match(request, SAME);
    if (cached) return cached;
    const response = await fetch(request);
    if (response.ok && request.destination !== 'image') {
      const copy = response.clone();
      await (await caches.open(this.name)).put(request, copy).catch(() => undefined);
    }
    return response;
  }

  /** Responds at once with the cached copy; `newer` resolves when the copy for the next visit is stored. */
  async ground(request: Request): Promise<{ readonly result: Response; readonly newer: Promise<unknown> }> {
    const cache = await caches.open(GROUND);
    const fetched = fetch(request).then(async (response) => {
      if (response.ok) await cache.put(request, response.clone()).catch(() => undefined);
      return response;
    });
    const cached = await cache.match(request, SAME);
    return cached
      ? { result: cached, newer: fetched.catch(() => undefined) }
      : { result: await fetched, newer: Promise.resolve() };
  }

  /** Fetches this build's missing files, then deletes builds that no page uses. */
  cacheFiles(): Promise<void> {
    this.keeping ??= this.fetchMissing().finally(() => {
      this.keeping = undefined;
    });
    return this.keeping;
  }

  private async fetchMissing(): Promise<void> {
    const cache = await caches.open(this.name);
    if (!(await cache.match(COMPLETE))) {
      const left = [...this.files];
      const work = async () => {
        for (let file = left.shift(); file !== undefined; file = left.shift()) await this.fetchFile(cache, file);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      await cache.put(COMPLETE, new Response());
    }
    await this.dropUnused();
  }

  private async fetchFile(site: Cache, file: string): Promise<void> {
    const cache = file.startsWith('/basemap/') ? await caches.open(GROUND) : site;
    if (await cache.match(file, SAME)) return;
    const response = (file.startsWith('/assets/') && (await caches.match(file, SAME))) || (await fetch(file));
    const page = !file.includes('.');
    const isOtherBuild = page && SITE + buildOf(await response.clone().text()) !== this.name;
    // A deployment is in progress: its own worker will cache the matching files.
    if (!response.ok || response.redirected || isOtherBuild) throw new Error(`${file} is not of this build`);
    await cache.put(file, response);
  }

  private async dropUnused(): Promise<void> {
    const [names, pages] = await Promise.all([caches.keys(), self.clients.matchAll({ includeUncontrolled: true })]);
    const held = await navigator.locks?.query().then(({ held: all = [] }) => all.map(({ name = '' }) => name));
    for (const name of cachesToDrop(names, this.name, held && new Set(held), pages.length)) await caches.delete(name);
  }
}

declare const self: ServiceWorkerGlobalScope;
