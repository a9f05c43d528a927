import { EventSource } from 'eventsource';
import type { Clock } from '#shared/Clock.ts';
import { medianOf } from '#shared/numbers.ts';
import { refusedForMs } from '#shared/wire/apiPaths.ts';
import type { EventStream, Timers } from './FeedConnection.ts';
import type { FetchBytes } from './WindowLoader.ts';

const MAX_SAMPLES = 9;
/** The page shows a warning if the device clock is off by more. */
export const CLOCK_WARNING_MS = 5_000;

/** The newest differences `serverTimeMs − arrival`, oldest first, at most nine. */
export type OffsetSamples = readonly number[];

export function addOffsetSample(samples: OffsetSamples, serverTimeMs: number, arrivedAtMs: number): OffsetSamples {
  return [...samples, serverTimeMs - arrivedAtMs].slice(-MAX_SAMPLES);
}

/** Returns server time minus device time: the median, so that one late event does not shift ages. 0 without samples. */
export function clockOffsetMs(samples: OffsetSamples): number {
  return medianOf(samples) ?? 0;
}

export interface LiveFeedDeps {
  readonly openStream: (url: string) => EventStream;
  readonly fetchBytes: FetchBytes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly signals: PageSignals;
}

/** `sleep`: the stream cannot or need not continue. `wake`: it should resume at once. */
export type PageSignal = 'sleep' | 'wake';

export interface PageSignals {
  subscribe(listener: (signal: PageSignal) => void): () => void;
}

/** A tab hidden for this long frees its connection to the relay. */
const HIDDEN_SLEEP_MS = 10 * 60_000;

/** Signals of this page. `neverIdle`, for wall displays, ignores hiding: often only a screen saver covers the page. */
export function pageSignals(page: Window, timers: Timers, neverIdle: () => boolean): PageSignals {
  return {
    subscribe(listener) {
      const ending = new AbortController();
      const { signal } = ending;
      let cancelSleep: () => void = () => {};
      const wake = () => {
        if (page.navigator.onLine && !page.document.hidden) listener('wake');
      };
      const sleep = () => listener('sleep');
      page.addEventListener('online', () => listener('wake'), { signal });
      page.addEventListener('offline', sleep, { signal });
      page.addEventListener('pagehide', sleep, { signal });
      page.addEventListener('pageshow', wake, { signal });
      page.document.addEventListener('freeze', sleep, { signal });
      page.document.addEventListener('resume', wake, { signal });
      page.document.addEventListener(
        'visibilitychange',
        () => {
          cancelSleep();
          if (!page.document.hidden) wake();
          else if (!neverIdle()) cancelSleep = timers.after(HIDDEN_SLEEP_MS, sleep);
        },
        { signal },
      );
      return () => {
        cancelSleep();
        ending.abort();
      };
    },
  };
}

/** Like a browser's EventSource, but with the reason why the server refused it. */
export function openEventStream(url: string): EventStream {
  let refusal: number | undefined;
  const source = new EventSource(url, {
    fetch: async (input, init) => {
      refusal = undefined;
      const response = await fetch(input, init);
      refusal = refusedForMs(response.status, response.headers.get('retry-after'));
      return response;
    },
  });
  return {
    get readyState() {
      return source.readyState;
    },
    get refusedForMs() {
      return refusal;
    },
    addEventListener: (type, listener) => source.addEventListener(type, listener),
    close: () => source.close(),
  };
}
