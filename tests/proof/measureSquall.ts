import { randomBytes } from 'node:crypto';
import type { DeliveryView } from '#shared/watch/RecipientView.ts';
import { keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import type { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { camp, nextUuid, startWatched, strikeNear, until } from './startWatched.ts';

const RECIPIENTS_A_BOOK = 10;
const FAR_SIDE_MS = 100;

/** From the first message that was accepted to each, in ms: sorted. */
export interface Squall {
  readonly acceptedMs: readonly number[];
  /** From the decision to the far side's word for it, as the outbox has it; sorted. */
  readonly ownMs: readonly number[];
}

/** A squall line reaches so many recipients of push messages with one strike, whose far side takes 100 ms for each. */
export async function measureSquall(recipients: number): Promise<Squall> {
  const watched = await startWatched({}, true);
  try {
    const { push, source } = watched;
    const { auth, p256dh } = keysOfReceiver(newPushReceiver(randomBytes(16)));
    const books: WatchClient[] = [];
    for (let index = 0; index < recipients / RECIPIENTS_A_BOOK; index += 1) {
      const book = await watched.newBook();
      const put = await book.call('PUT', `/areas/${nextUuid()}`, camp());
      if (put.status !== 201) throw new Error(`PUT area: ${put.status} ${await put.text()}`);
      await put.body?.cancel();
      const answers = await Promise.all(
        Array.from({ length: RECIPIENTS_A_BOOK }, () =>
          book.call('PUT', `/recipients/${nextUuid()}`, {
            channel: 'push',
            threshold: 'watch',
            subscription: { endpoint: push.subscribe(watched.vapidKey), keys: { auth, p256dh } },
          }),
        ),
      );
      for (const answer of answers) {
        if (answer.status !== 201) throw new Error(`PUT recipient: ${answer.status} ${await answer.text()}`);
        await answer.body?.cancel();
      }
      books.push(book);
    }
    for (const book of books) await book.until(({ unknown }) => !unknown, 'seen');
    push.setFaults({ kind: 'slow', delayMs: FAR_SIDE_MS });
    source.add(strikeNear());
    const accepted = () => push.arrivals.filter(({ taken }) => taken).length;
    await until(() => accepted() >= recipients, 'every message', 60_000);
    await until(async () => (await sentOf(books)).length >= recipients, 'every message settled', 30_000, 1_000);
    const sent = await sentOf(books);
    const firstMs = Math.min(...sent.map(({ decidedAt }) => decidedAt));
    const ends = sent.map(({ sentAt = Number.NaN }) => sentAt - firstMs).sort((a, b) => a - b);
    process.stdout.write(
      `decided within ${Math.max(...sent.map(({ decidedAt }) => decidedAt)) - firstMs} ms, first sent ${ends[0]}\n`,
    );
    const ownMs = sent.map(({ sentAt = Number.NaN, decidedAt }) => sentAt - decidedAt).sort((a, b) => a - b);
    return { acceptedMs: ends, ownMs };
  } finally {
    await watched.close();
  }
}

async function sentOf(books: readonly WatchClient[]): Promise<DeliveryView[]> {
  const all = await Promise.all(books.map((book) => book.deliveries()));
  return all.flat().filter(({ type, sentAt }) => type === 'watch.raise' && sentAt !== undefined);
}
