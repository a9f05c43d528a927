import type { Ports } from './getJson.ts';
import { type LiveOptions, LiveStream } from './live/LiveStream.ts';
import type { Question } from './Question.ts';
import { StrikeHistory } from './StrikeHistory.ts';

export interface ClientOptions {
  /** Scheme and host of the site, such as `https://lightning.example`. */
  readonly origin: string;
  /** The key of a plan with API access; without one only the last hour and one stream. It is sent as a header: keep it out of web pages. */
  readonly key?: string;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns numbers in [0, 1), for delays. */
  readonly random?: () => number;
}

/** Reads strikes from the API: the history page by page, and the live stream across interruptions. */
export class LightningClient {
  private readonly ports: Ports;

  constructor({ origin, key, fetch: given, random = Math.random }: ClientOptions) {
    const call: typeof fetch = given ?? ((input, init) => fetch(input, init));
    this.ports = { origin: new URL(origin).origin, key, fetch: call, random };
  }

  /** The past strikes that a question names, over all pages, and the extent that was read. */
  strikes(question: Question, signal?: AbortSignal): StrikeHistory {
    return new StrikeHistory(this.ports, question, signal);
  }

  /** Each strike once, and how current the feed is, as long as it is iterated. */
  live(options: LiveOptions): LiveStream {
    return new LiveStream(this.ports, options);
  }
}
