import type { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { ClientKey } from './ClientKey.ts';
import type { StreamFilter } from './StreamFilter.ts';

/** A stream that is open. */
export interface LiveStream {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly closesMs: number;
  /** The seq replayed so far while the stream is catching up; undefined once it is live. */
  replayedSeq: number | undefined;
  replayMovedMs: number;
  /** Of the storm cells that it was sent last; infinite where it gets none. */
  cellsAtMs: number;
}

/** What a stream is opened with. */
export interface OpenStream {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  /** The client's cursor, if it gave one. */
  readonly since: number | undefined;
  readonly hello: HelloEvent;
  /** Whether it is told of home's storm cells. */
  readonly wantsCells: boolean;
  readonly retryMs: number;
  readonly closesMs: number;
}
