import * as v from 'valibot';
import { CellsEvent } from './cellsEvent.ts';
import {
  AwayEvent,
  type FeedEvent,
  HeartbeatEvent,
  HelloEvent,
  PROTOCOL_VERSION,
  ResetEvent,
  StrikeColumnsEvent,
  StrikesEvent,
} from './FeedEvent.ts';

/** A server-sent-events frame with its blank line. JSON escapes newlines, so the data is one line. */
export function encodeFeedEvent(event: FeedEvent): string {
  const retry = event.event === 'hello' ? `retry: ${event.retryMs}\n` : '';
  const id = 'id' in event ? `id: ${event.id}\n` : '';
  return `${retry}event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}

const SCHEMAS = {
  hello: HelloEvent,
  strikes: v.union([StrikesEvent, StrikeColumnsEvent]),
  hb: HeartbeatEvent,
  'storm-cells': CellsEvent,
  reset: ResetEvent,
  away: AwayEvent,
} as const;

export type FeedEventName = keyof typeof SCHEMAS;
export const FEED_EVENT_NAMES = Object.keys(SCHEMAS) as FeedEventName[];

export type DecodedFeedEvent =
  | { readonly event: 'hello'; readonly data: HelloEvent }
  | { readonly event: 'strikes'; readonly data: StrikesEvent | StrikeColumnsEvent }
  | { readonly event: 'hb'; readonly data: HeartbeatEvent }
  | { readonly event: 'storm-cells'; readonly data: CellsEvent }
  | { readonly event: 'reset'; readonly data: ResetEvent }
  | { readonly event: 'away'; readonly data: AwayEvent };

type DecodeResult =
  | { readonly ok: true; readonly value: DecodedFeedEvent }
  | { readonly ok: false; readonly reason: string; readonly otherProtocol?: number };

/**
 * Parses and checks the data received under `event`. Never throws. `otherProtocol`: a `hello` of another version, which
 * may have changed everything else.
 */
export function decodeFeedEvent(event: FeedEventName, text: string): DecodeResult {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const protocol = event === 'hello' ? (data as { protocol?: unknown } | null)?.protocol : undefined;
  if (typeof protocol === 'number' && protocol !== PROTOCOL_VERSION) {
    return { ok: false, reason: `protocol ${protocol}`, otherProtocol: protocol };
  }
  const result = v.safeParse(SCHEMAS[event], data);
  if (result.success) return { ok: true, value: { event, data: result.output } as DecodedFeedEvent };
  const issue = result.issues[0];
  return { ok: false, reason: `${v.getDotPath(issue) ?? event}: ${issue.message}` };
}
