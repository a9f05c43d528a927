import { registerWorker } from './registerWorker.ts';

/** One cache for each build of the site; the ground is the same for all. */
export const SITE = 'site-';
export const GROUND = 'ground';
/** Marks a build's cache as complete. */
export const COMPLETE = '/.complete';

/** The build of a page: the name of its entry script. */
export function buildOf(html: string): string | undefined {
  return /\/assets\/(index-[\w-]+)\.js"/.exec(html)?.[1];
}

/** The caches to search for a page, in order: newest complete build, older ones, incomplete ones. */
export function searchOrder(names: readonly string[], complete: ReadonlySet<string>): string[] {
  const newestFirst = names.filter((name) => name.startsWith(SITE)).reverse();
  return [...newestFirst.filter((name) => complete.has(name)), ...newestFirst.filter((name) => !complete.has(name))];
}

/** Caches of builds that no open page uses; if `locks` is undefined, none while more than one page is open. */
export function cachesToDrop(
  names: readonly string[],
  own: string,
  locks: ReadonlySet<string> | undefined,
  openPages: number,
): string[] {
  if (!locks && openPages > 1) return [];
  return names.filter((name) => name.startsWith(SITE) && name !== own && !locks?.has(name));
}

/** Caches the site and this page's build for offline use; never in a foreign frame, nor if the visitor saves data. */
export async function cacheSite(): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator) || window.top !== window) return;
  const build = [...document.scripts].map(({ outerHTML }) => buildOf(outerHTML)).find(Boolean);
  if (build === undefined || savesData()) return;
  holdBuild(build);
  const request = () => navigator.serviceWorker.controller?.postMessage({ type: 'keep' });
  // A newer worker, after a deployment, has other files to cache.
  navigator.serviceWorker.addEventListener('controllerchange', request);
  try {
    await registerWorker();
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: 'keep' });
  } catch {
    // Blocked by the browser or its administrator: the site then needs a network.
  }
}

/** By a lock, which the browser releases however the page ends. It prevents the back-forward cache. */
function holdBuild(build: string): void {
  const hold = () => {
    const untilHidden = () => new Promise((left) => window.addEventListener('pagehide', left, { once: true }));
    navigator.locks?.request(`${SITE}${build}`, { mode: 'shared' }, untilHidden).catch(() => undefined);
  };
  hold();
  window.addEventListener('pageshow', ({ persisted }) => persisted && hold());
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
