import type { Clock } from '#shared/time/Clock.ts';
import type { EventStream } from './FeedConnection.ts';
import type { FetchBytes } from './loadSlice.ts';
import type { PageSignals } from './PageSignals.ts';
import type { Timers } from './Timers.ts';

/** What the feed needs of the page. */
export interface LiveFeedDeps {
  readonly openStream: (url: string) => EventStream;
  readonly fetchBytes: FetchBytes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly signals: PageSignals;
}
