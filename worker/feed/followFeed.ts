import type { NumberedStrike } from '#shared/strike.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import type { PagesAnswer, PulsedStrikes } from './FeedCalls.ts';
import { unpackStrikes } from './StrikePages.ts';

/** Asks again after the strikes told, until the Feed has no more or `take` wants no more. Returns the last answer. */
export async function followFeed<Told extends PagesAnswer>(
  seq: number,
  ask: (seq: number) => Promise<Told>,
  take: (told: Told) => boolean,
): Promise<Told> {
  for (let next = seq; ; ) {
    const told = await ask(next);
    if (!take(told) || told.complete) return told;
    next = told.pages.at(-1)?.seq ?? next;
  }
}

export interface FeedCursor {
  readonly epoch: string;
  readonly seq: number;
}

/** No strikes without a cursor, or if the Feed's epoch has changed, because ordinals then differ. */
export async function newsSince(
  cursor: FeedCursor | undefined,
  ask: (seq: number | null) => Promise<PulsedStrikes>,
): Promise<{ readonly pulse: Pulse; readonly strikes: NumberedStrike[] }> {
  if (!cursor) return { pulse: (await ask(null)).pulse, strikes: [] };
  const strikes: NumberedStrike[] = [];
  const { pulse } = await followFeed(cursor.seq, ask, (told) => {
    if (told.pulse.epoch !== cursor.epoch) return false;
    for (const page of told.pages) strikes.push(...unpackStrikes(page.strikes));
    return true;
  });
  return { pulse, strikes: pulse.epoch === cursor.epoch ? strikes : [] };
}
