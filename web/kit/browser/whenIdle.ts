/** Calls `act` once the browser has nothing more urgent, after `atMostMs` at the latest. Returns a cancel function. */
export function whenIdle(act: () => void, atMostMs: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, Math.min(atMostMs, SAFARI_MS));
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(act, { timeout: atMostMs });
  return () => cancelIdleCallback(callback);
}

const SAFARI_MS = 1_000;
