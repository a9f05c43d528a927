import { CHUNK_TIMEOUT_MS } from '#web/kit/browser/loadChunks.ts';
import type { OutlineQuery, OutlineResult } from './outlineWorker.ts';
import type { OutlineLimits, ReadOutlines } from './readOutlines.ts';

/** For one file. The largest takes a second. */
const DEADLINE_MS = 5_000;

interface PendingRead {
  readonly id: number;
  /** True once the worker has begun with it. */
  readonly isBegun: () => boolean;
  readonly end: (read: ReadOutlines | Error | undefined) => void;
}

let worker: Worker | undefined;
let lastId = 0;
let pendingRead: PendingRead | undefined;

/**
 * `readOutlines` in a worker that is terminated at its deadline. Undefined if another read replaced this one. Rejects
 * if the worker cannot be loaded.
 */
export async function fetchOutlines(
  input: Uint8Array | string,
  limits: OutlineLimits,
): Promise<ReadOutlines | undefined> {
  const before = pendingRead;
  // A worker that is busy with an obsolete read would delay the next one.
  if (before?.isBegun()) dropWorker();
  before?.end(undefined);
  worker ??= new Worker(new URL('./outlineWorker.ts', import.meta.url), { type: 'module' });
  lastId += 1;
  return await respondTo({ id: lastId, input, limits }, worker);
}

function dropWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function respondTo(query: OutlineQuery, at: Worker): Promise<ReadOutlines | undefined> {
  return new Promise((resolve, reject) => {
    let isBegun = false;
    const giveUp = (read: ReadOutlines | Error) => {
      dropWorker();
      own.end(read);
    };
    let timer = setTimeout(() => giveUp(new Error('The reader of outlines did not load')), CHUNK_TIMEOUT_MS);
    const own: PendingRead = {
      id: query.id,
      isBegun: () => isBegun,
      end(read) {
        clearTimeout(timer);
        if (pendingRead === own) pendingRead = undefined;
        if (read instanceof Error) reject(read);
        else resolve(read);
      },
    };
    pendingRead = own;
    at.onmessage = ({ data }: MessageEvent<OutlineResult>) => {
      if (data.id !== own.id) return;
      if ('read' in data) return own.end(data.read);
      isBegun = true;
      clearTimeout(timer);
      timer = setTimeout(() => giveUp({ ok: false, error: { rule: 'slow' } }), DEADLINE_MS);
    };
    at.onerror = (event) => {
      event.preventDefault();
      giveUp(new Error('The reader of outlines failed'));
    };
    at.postMessage(query);
  });
}
