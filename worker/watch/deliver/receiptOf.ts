import { hashOf } from '#worker/keys/hashOf.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import type { Recipient } from './Recipient.ts';

const TOKEN_DIGITS = 31;

/**
 * The token by which a push message shows that it arrived: it stands in the encrypted payload alone. Its first digit names
 * the shard of the book, as that of the book's id does.
 */
export function receiptOf({ book, muteKey }: Pick<Recipient, 'book' | 'muteKey'>, deliveryId: string): string {
  return shardOf(book) + hashOf(`receipt.${muteKey}.${deliveryId}`).slice(0, TOKEN_DIGITS);
}
