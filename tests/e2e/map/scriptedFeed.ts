import type { Page } from '@playwright/test';
import { type Areas, bboxContains } from '#shared/geo/BBox.ts';
import { parseTile, tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS, parseHourKey } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { encodeFeedEvent, type FeedState, type PrimarySource } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';

/** What the server of a test says, for states that the real one cannot be brought into at will. */
export interface ScriptedFeed {
  readonly feed: FeedState;
  readonly strikes: readonly NumberedStrike[];
  /** How slices are answered; `hang` never is. */
  readonly slices: 'served' | 'failing' | 'hang';
  /** The server's build at this moment. */
  readonly build?: () => string;
  /** Home's storm cells. */
  readonly cells?: CellsEvent;
  /** What the deployment watches; an older server does not say. */
  readonly areas?: Areas;
  /** The source that fills the map, where it is not as ever. */
  readonly primary?: PrimarySource;
  /** A second source that watches the first. */
  readonly crossCheck?: { readonly name: string; readonly attribution: string };
  /** How far the server's clock is ahead of this machine's, for pages whose clock a test moves. */
  readonly aheadMs?: () => number;
}

/** Gives an open page another script. Its strikes have new numbers, so the page forgets those it has and reads again. */
export type ChangeScript = (script: ScriptedFeed) => Promise<void>;

/**
 * Puts a scripted feed between the page and the server. Its stream greets and ends; the client opens it again. To bring
 * an open page into another state takes a tenth of opening one in that state.
 */
export async function scriptFeed(page: Page, first: ScriptedFeed): Promise<ChangeScript> {
  let script = first;
  let changes = 0;
  /** Never goes back, as a server's. */
  let seq = 0;
  const follow = (next: ScriptedFeed) => {
    script = next;
    seq = next.strikes.reduce((most, { ordinal }) => Math.max(most, ordinal), seq);
  };
  follow(first);
  await page.route('**/api/v1/live?**', (route) => {
    const { areas, cells, primary, crossCheck, build = () => 'scripted', aheadMs = () => 0 } = script;
    const serverTimeMs = Date.now() + aheadMs();
    const feed = atServer(script.feed, aheadMs());
    const data = {
      protocol: 1,
      seq,
      serverTimeMs,
      build: build(),
      source: 'simulated',
      feed: changes === 0 ? feed : { ...feed, epoch: `${feed.epoch}-${changes}` },
      ...(areas ? { areas } : {}),
      ...(primary ? { primary } : {}),
      ...(crossCheck ? { crossCheck } : {}),
    } as const;
    const body =
      encodeFeedEvent({ event: 'hello', retryMs: 60_000, data }) +
      encodeFeedEvent({ event: 'hb', id: seq, data: { serverTimeMs, seq, feed: data.feed } }) +
      (cells ? encodeFeedEvent({ event: 'storm-cells', data: cells }) : '');
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.route('**/api/v1/tiles/**', async (route) => {
    const { strikes, slices } = script;
    if (slices === 'hang') return;
    if (slices === 'failing') return route.fulfill({ status: 503 });
    const match = /tiles\/(\d+\/\d+\/\d+)\/(\d{10})\/planes$/.exec(route.request().url());
    const tile = parseTile(match?.[1] ?? '');
    const hourMs = parseHourKey(match?.[2] ?? '');
    if (!tile || hourMs === undefined) return route.fulfill({ status: 400 });
    const box = tileBounds(tile);
    const inSlice = ({ atMs, longitude, latitude }: NumberedStrike) =>
      atMs >= hourMs && atMs < hourMs + HOUR_MS && bboxContains(box, longitude, latitude);
    const columns = strikesToColumns(strikes.filter(inSlice));
    return route.fulfill({ body: Buffer.from(encodeStrikeSlice({ seq, beyondRetention: false, columns })) });
  });
  return async (next) => {
    follow(next);
    changes += 1;
    // The page's stream sleeps and wakes, as when the network was gone.
    await page.evaluate(() => ['offline', 'online'].map((name) => window.dispatchEvent(new Event(name))));
  };
}

/** What the feed sends `aheadMs` later: all of its times are shifted. */
function atServer(feed: FeedState, aheadMs: number): FeedState {
  const { lastSuccessMs, completeToMs } = feed;
  return {
    ...feed,
    lastSuccessMs: lastSuccessMs && lastSuccessMs + aheadMs,
    ...(completeToMs === undefined ? {} : { completeToMs: completeToMs + aheadMs }),
  };
}

/** A feed in good state at this moment, read whole up to five seconds ago. */
export function goodFeed(): FeedState {
  const nowMs = Date.now();
  return {
    state: 'live',
    lastSuccessMs: nowMs,
    newestStrikeMs: null,
    typicalDelayMs: 4_000,
    epoch: 'scripted',
    completeToMs: nowMs - 5_000,
    providerOffsetMs: 0,
  };
}
