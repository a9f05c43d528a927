import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { MessageType } from '#shared/watch/RecipientView.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import { messageOf } from '#worker/watch/tell/messageOf.ts';
import type { FeedArea, FeedBook } from './FeedBook.ts';

/** What every channel says of the change. */
export function messageOfChange(
  book: Pick<FeedBook, 'id' | 'language' | 'timeZone'>,
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
