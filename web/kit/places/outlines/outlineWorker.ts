import { type OutlineLimits, type ReadOutlines, readOutlines } from './readOutlines.ts';

/** `begun` is sent before a file is read: the deadline starts then. */
export type OutlineAnswer =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly read: ReadOutlines };

export interface OutlineQuestion {
  readonly id: number;
  readonly input: Uint8Array | string;
  readonly limits: OutlineLimits;
}

const answer = (message: OutlineAnswer) => self.postMessage(message);

self.addEventListener('message', ({ data: { id, input, limits } }: MessageEvent<OutlineQuestion>) => {
  answer({ id, begun: true });
  answer({ id, read: readOutlines(input, limits) });
});
