import { registerWorker } from './registerWorker.ts';
import { buildOf, SITE } from './siteCaches.ts';

/** Caches the site and this page's build for offline use; never in a foreign frame, nor if the visitor saves data. */
export async function keepSite(): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator) || window.top !== window) return;
  const build = [...document.scripts].map(({ outerHTML }) => buildOf(outerHTML)).find(Boolean);
  if (build === undefined || savesData()) return;
  holdBuild(build);
  const ask = () => navigator.serviceWorker.controller?.postMessage({ type: 'keep' });
  // A newer worker, after a deployment, has other files to cache.
  navigator.serviceWorker.addEventListener('controllerchange', ask);
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
