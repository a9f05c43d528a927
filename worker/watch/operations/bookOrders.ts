import type { BookInventory, BookOrdering } from '#worker/watch/book/bookInventory.ts';
import { SHARDS, shardOf } from '#worker/watch/book/bookKeys.ts';
import type { WatchCalls } from './operations.ts';

/** An operator's order, as it stands in the table `book_order`. */
export type BookOrder =
  | { readonly kind: 'list'; readonly by: BookOrdering }
  | { readonly kind: 'end'; readonly book: string };

/** The stored answer; `fault` if the order could not be carried out. */
export type BookOrderAnswer =
  | { readonly shards: readonly (BookInventory & { readonly shard: string })[] }
  | { readonly ended: boolean }
  | { readonly fault: string };

/** Nobody waits for an answer that long. */
const KEPT_MS = 5 * 60_000;

type Objects = (shard: string) => Pick<WatchCalls, 'ask'>;

/** Carries out operators' orders, and deletes old ones. Returns how many it answered. */
export async function answerBookOrders(db: D1Database, objects: Objects, nowMs: number): Promise<number> {
  const open = 'SELECT id, body FROM book_order WHERE answer IS NULL AND asked_at_ms > ? ORDER BY asked_at_ms';
  const { results } = await db
    .prepare(open)
    .bind(nowMs - KEPT_MS)
    .all<{ id: string; body: string }>();
  for (const { id, body } of results) {
    const answer = await answerOf(JSON.parse(body) as BookOrder, objects).catch(({ message }: Error) => ({
      fault: message,
    }));
    await db.prepare('UPDATE book_order SET answer = ? WHERE id = ?').bind(JSON.stringify(answer), id).run();
  }
  await db
    .prepare('DELETE FROM book_order WHERE asked_at_ms <= ?')
    .bind(nowMs - KEPT_MS)
    .run();
  return results.length;
}

async function answerOf(order: BookOrder, objects: Objects): Promise<BookOrderAnswer> {
  if (order.kind === 'end') return { ended: await objects(shardOf(order.book)).ask('endBook', order.book) };
  const read = async (shard: string) => ({ shard, ...(await objects(shard).ask('inventory', order.by)) });
  return { shards: await Promise.all(SHARDS.map(read)) };
}
