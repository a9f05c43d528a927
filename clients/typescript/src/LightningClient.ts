import { apiPaths } from '../../../shared/wire/apiPaths.ts';
import { type AlertQuestion, type AlertSkill, alertQuery } from './AlertSkill.ts';
import { getJson, type Ports } from './getJson.ts';
import { type LiveOptions, LiveStream } from './live/LiveStream.ts';
import type { Question } from './Question.ts';
import { StrikeHistory } from './StrikeHistory.ts';

export interface ClientOptions {
  /** Scheme and host of the site, such as `https://lightning.example`. */
  readonly origin: string;
  /** API key. Without one, only the last hour and one stream. Sent as a header: keep it out of web pages. */
  readonly key?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns numbers in [0, 1), for delays. */
  readonly random?: () => number;
}

/** API client: strikes page by page, the live stream with reconnection, and how good alerts were. */
export class LightningClient {
  private readonly ports: Ports;

  constructor({ origin, key, fetch: given, random = Math.random }: ClientOptions) {
    const call: typeof fetch = given ?? ((input, init) => fetch(input, init));
    this.ports = { origin: new URL(origin).origin, key, fetch: call, random };
  }

  /** The past strikes that match a query, over all pages, and the extent of the data. */
  strikes(question: Question, signal?: AbortSignal): StrikeHistory {
    return new StrikeHistory(this.ports, question, signal);
  }

  /** How good the alerts of a place or region were in the last days. The API caches it for an hour. */
  async alertSkill(question: AlertQuestion, signal = new AbortController().signal): Promise<AlertSkill> {
    const address = `${this.ports.origin}${apiPaths.skill}?${alertQuery(question)}`;
    return (await getJson(this.ports, address, signal)) as AlertSkill;
  }

  /** Each strike once, and the state of the feed, as long as it is iterated. */
  live(options: LiveOptions): LiveStream {
    return new LiveStream(this.ports, options);
  }
}
