import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import type { LogLine } from './logLine.ts';
import type { Book } from './WatchLedger.ts';

/** Why a call on a book was refused. */
export type Refusal = 'unknown-book' | 'wrong-key' | 'owner-only' | 'unknown-area' | 'too-many-areas' | 'shard-full';

export type Answer<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly refusal: Refusal };

/** What the Worker may ask of one Watch object. `key` is the bearer's; every call but `create` checks it. */
export interface WatchCalls {
  create(book: Book): Promise<void>;
  remove(book: string, key: string): Promise<Answer<null>>;
  putArea(
    book: string,
    key: string,
    area: string,
    body: AreaBody,
  ): Promise<Answer<{ readonly created: boolean; readonly area: AreaView }>>;
  removeArea(book: string, key: string, area: string): Promise<Answer<null>>;
  view(book: string, key: string): Promise<Answer<BookView>>;
  /** The newest lines of an area's log, oldest first. */
  lines(book: string, key: string, area: string, newest: number): Promise<Answer<readonly LogLine[]>>;
  note(book: string, key: string, area: string, name: string, text: string): Promise<Answer<LogLine>>;
  /** There is news from the Feed. */
  wake(): Promise<void>;
}
