import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askOutlines } from '#web/kit/places/outlines/askOutlines.ts';
import type { OutlineAnswer, OutlineQuestion } from '#web/kit/places/outlines/outlineWorker.ts';

const LIMITS = { corners: 200, pointOnly: false };
const READ = { ok: true, outlines: [], more: 0 } as const;

/** A worker that begins with every text and ends with none that is called slow: no text that we know takes so long. */
class HeldWorker {
  static readonly made: HeldWorker[] = [];
  onmessage: ((event: { readonly data: OutlineAnswer }) => void) | undefined;
  onerror: ((event: { readonly preventDefault: () => void }) => void) | undefined;
  isEnded = false;

  constructor() {
    HeldWorker.made.push(this);
  }

  postMessage({ id, input }: OutlineQuestion): void {
    queueMicrotask(() => {
      if (input === 'missing') return this.onerror?.({ preventDefault: () => undefined });
      this.onmessage?.({ data: { id, begun: true } });
      if (input !== 'slow') this.onmessage?.({ data: { id, read: READ } });
    });
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', HeldWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what takes longer than five seconds is given up with its worker, and the next is read', async () => {
  const slow = askOutlines('slow', LIMITS);
  await vi.advanceTimersByTimeAsync(4_999);
  const [worker] = HeldWorker.made;
  expect(worker?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toEqual({ ok: false, fault: { rule: 'slow' } });
  expect(worker?.isEnded).toBe(true);
  expect(await askOutlines('quick', LIMITS)).toEqual(READ);
  expect(await askOutlines('quick', LIMITS)).toEqual(READ);
  expect(HeldWorker.made).toHaveLength(2);
});

test('who asks anew waits for nothing that was asked before', async () => {
  const before = askOutlines('slow', LIMITS);
  await vi.advanceTimersByTimeAsync(10);
  expect(await askOutlines('quick', LIMITS)).toEqual(READ);
  expect(await before).toBeUndefined();
});

test('a worker that does not load is told apart from a file that is not read', async () => {
  await expect(askOutlines('missing', LIMITS)).rejects.toThrow();
});
