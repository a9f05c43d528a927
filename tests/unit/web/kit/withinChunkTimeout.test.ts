import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that arrives is handed on, and no timer is left behind', async () => {
  await expect(withinChunkTimeout(Promise.resolve(7))).resolves.toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that fails is a chunk load error that names its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  await expect(withinChunkTimeout(Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLoadError', cause });
});

test('a part that never arrives is a chunk load error after 120 s, not before', async () => {
  const settled = vi.fn();
  const loading = withinChunkTimeout(new Promise(() => undefined)).catch((error: unknown) => {
    settled();
    return error;
  });
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBeInstanceOf(ChunkLoadError);
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
});
