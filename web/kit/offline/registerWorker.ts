const WORKER = '/sw.js';

/** Registers the site's one service worker, for push messages and offline use. Rejects if the browser refuses. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
}
