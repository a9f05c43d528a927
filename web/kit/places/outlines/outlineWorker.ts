import { type OutlineLimits, type ReadOutlines, readOutlines } from './readOutlines.ts';

/** `begun` is sent before a file is read: the deadline starts then. */
export type OutlineResult =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly read: ReadOutlines };

export interface OutlineQuery {
  readonly id: number;
  readonly input: Uint8Array | string;
  readonly limits: OutlineLimits;
}

const result = (message: OutlineResult) => self.postMessage(message);

self.addEventListener('message', ({ data: { id, input, limits } }: MessageEvent<OutlineQuery>) => {
  result({ id, begun: true });
  result({ id, read: readOutlines(input, limits) });
});
