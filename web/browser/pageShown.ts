/** Longest wait for a page whose pictures come slowly, or that nobody looks at. */
const PATIENCE_MS = 3_000;

/** Resolves when the page has been painted with its first pictures, so that nothing took the line away from them. */
export async function pageShown(): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
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
