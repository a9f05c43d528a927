import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { MessageType } from '#shared/watch/RecipientView.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import { messageOf } from '#worker/watch/tell/messageOf.ts';

export interface FeedArea extends Pick<AreaBody, 'name' | 'shape' | 'ringsKm'> {
  readonly id: string;
}

export interface FeedChange {
  readonly area: string;
  readonly change: AreaChange;
}

/** The content of a book's feeds. Times are the server's. */
export interface BookChanges {
  readonly id: string;
  readonly language: string;
  readonly timeZone: string;
  readonly createdMs: number;
  readonly areas: readonly FeedArea[];
  /** Those that a feed tells of, oldest first. */
  readonly changes: readonly FeedChange[];
}

export interface FeedSender {
  readonly origin: string;
  readonly isSimulated: boolean;
}

export const SENDER_NAME = 'Balkan Lightning';

export function messageOfChange(
  book: Pick<BookChanges, 'id' | 'language' | 'timeZone'>,
  area: Pick<FeedArea, 'id' | 'name'>,
  change: AreaChange,
  isSimulated: boolean,
): Message {
  const { from, to, strike, correction, late, atMs, kind } = change;
  const notice = {
    type: typeOf(change),
    level: to,
    previousLevel: from,
    strike,
    isCorrection: correction,
    isLate: late,
    sinceMs: null,
  };
  return messageOf(notice, {
    book,
    area,
    change: change.change,
    unknown: kind === 'blind',
    decidedMs: atMs,
    isSimulated,
  });
}

function typeOf({ kind, to }: AreaChange): MessageType {
  if (kind === 'blind') return 'watch.blind';
  if (kind === 'sight') return 'watch.sight';
  if (kind === 'fall') return to === 'clear' ? 'watch.clear' : 'watch.lowered';
  return 'watch.raise';
}

/**
 * The changes of the danger that `change` belongs to, oldest first up to `change`: from the one that ended a time when
 * the area was seen and clear. `changes` are an area's, oldest first. Empty if there is no such change.
 */
export function episodeOf(changes: readonly AreaChange[], change: number): readonly AreaChange[] {
  let begin = 0;
  let isBlind = false;
  for (const [index, { change: number, from, kind }] of changes.entries()) {
    if (from === 'clear' && !isBlind) begin = index;
    if (kind === 'blind') isBlind = true;
    if (kind === 'sight') isBlind = false;
    if (number === change) return changes.slice(begin, index + 1);
  }
  return [];
}

/** Leaves out `sight` that followed no blindness: a new or edited area is unknown until its past was read. */
export function toldChanges(changes: readonly FeedChange[]): FeedChange[] {
  const blind = new Set<string>();
  return changes.filter(({ area, change: { kind } }) => {
    if (kind === 'sight') return blind.delete(area);
    if (kind === 'blind') blind.add(area);
    return true;
  });
}
