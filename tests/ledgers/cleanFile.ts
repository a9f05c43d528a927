import { afterAll, vi } from 'vitest';

/** Files share a process: whom one stands in for, the next must not meet. */
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
