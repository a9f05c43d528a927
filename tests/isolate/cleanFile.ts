import { reset } from 'cloudflare:test';
import { afterAll, vi } from 'vitest';

/** Files share an isolate: what one leaves behind, and whom it stands in for, the next must not meet. */
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await reset();
});
