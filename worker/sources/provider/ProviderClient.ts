import { formatBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { askForRows, jsonOf, type RowsAnswer } from '#worker/sources/port/askSource.ts';
import type { SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import { type SourceTraits, WHOLE_EARTH } from '#worker/sources/port/SourceTraits.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { HttpUrl, Secret } from '#worker/sources/port/variableTypes.ts';
import { widenedBox } from '#worker/sources/port/widenedBox.ts';
import { parseEventList, STRIKE_EVENT_TYPE } from './parseEventList.ts';

export const PROVIDER_TIMEOUT_MS = 10_000;
/** 300 events are about 45 kB. A much longer answer, in bytes or rows, is not read: its window is split instead. */
const MAX_ANSWER_BYTES = 512 * 1024;
const MAX_ANSWER_ROWS = 2 * PROVIDER_LIMIT;

export const PROVIDER_TRAITS: SourceTraits = {
  name: 'provider',
  way: 'windows',
  kind: 'cg-stroke',
  rows: { max: PROVIDER_LIMIT, truncation: 'at-max' },
  delayMs: { typical: 8_000, worst: 60_000, step: 1_000 },
  timeStepMs: 1,
  errorKm: { typical: 0.5, worst: 5 },
  identity: 'given',
  coverage: WHOLE_EARTH,
  attribution: '',
  publicUse: 'contract',
};

export interface ProviderDeps {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

function eventListUrl(baseUrl: string, { bbox, fromMs, toMs }: StrikeWindow): string {
  const query = new URLSearchParams({
    bbox: formatBBox(widenedBox(bbox)),
    // One millisecond more at either end, because the provider's bounds may be inclusive or not.
    from: isoMillis(fromMs - 1),
    to: isoMillis(toMs + 1),
    limit: String(PROVIDER_LIMIT),
    event_type: STRIKE_EVENT_TYPE,
  });
  return `${baseUrl}/radar/api/v1/event/list?${query}`;
}

/** The provider's event list over HTTP. One attempt per call (the Feed retries), with 10 s for the whole answer. */
export class ProviderClient implements WindowSource {
  readonly way = 'windows';
  readonly traits = PROVIDER_TRAITS;
  private readonly deps: ProviderDeps;

  constructor(deps: ProviderDeps) {
    this.deps = deps;
  }

  list(window: StrikeWindow, maxWaitMs = PROVIDER_TIMEOUT_MS): Promise<ProviderAnswer> {
    const { baseUrl, token } = this.deps;
    const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const request = { url: eventListUrl(baseUrl, window), headers, maxWaitMs };
    return askForRows(this.deps, request, MAX_ANSWER_BYTES, readEvents);
  }
}

function readEvents(text: string): RowsAnswer {
  const events = parseEventList(jsonOf(text), MAX_ANSWER_ROWS);
  if (!events) return { kind: 'failed', reason: 'not an event list' };
  if (events.rows > MAX_ANSWER_ROWS) return { kind: 'oversized', reason: `${events.rows} rows` };
  return { kind: 'strikes', ...events, truncated: events.rows >= PROVIDER_LIMIT };
}

const variables = { PROVIDER_BASE_URL: HttpUrl, PROVIDER_TOKEN: Secret };

/** The provider of the specification. */
export const provider: SourceEntry<typeof variables> = {
  variables,
  faults: () => [],
  traits: () => PROVIDER_TRAITS,
  make: ({ PROVIDER_BASE_URL: baseUrl, PROVIDER_TOKEN: token }, deps) =>
    new ProviderClient({ baseUrl, token, ...deps }),
};
