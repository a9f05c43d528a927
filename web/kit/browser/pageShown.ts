/** Needed for pages whose images load slowly, and for hidden tabs, which never paint. */
const MAX_WAIT_MS = 3_000;

/** Resolves once the page has painted and its images have loaded, undisturbed by other requests; after 3 s at most. */
export async function pageShown(): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all([painted(), loaded()]), patience]);
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  });
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });
}
