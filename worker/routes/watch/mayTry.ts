import { hashOf } from '#worker/keys/hashOf.ts';
import { watchStub } from '#worker/objects/objectStubs.ts';
import { withTimeout } from '#worker/relay/withTimeout.ts';
import type { Env } from '#worker/settings/Env.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import type { TryAsked } from '#worker/watch/WatchCalls.ts';
import { networkOf } from './admitNewBook.ts';

/** Counting must not keep an owner from being answered. */
const COUNT_WITHIN_MS = 1_000;

/**
 * Whether the caller's network may have the webhooks tried that the request would try. A domain is counted in one object,
 * whichever objects the books are in: else sixteen shards were sixteen shares. Where no network is known, or where that
 * object does not answer, each book's own object counts alone.
 */
export async function mayTry(env: Env, request: Request, book: string, key: string, asked: TryAsked): Promise<boolean> {
  const network = networkOf(request);
  if (network === '') return true;
  const domains = await watchStub(env, shardOf(book))
    .domainsTried(book, key, asked)
    .catch(() => []);
  const counted = domains.map((domain) => watchStub(env, shardOf(hashOf(domain))).countTry(domain, network));
  const answers = await Promise.all(counted.map((one) => withTimeout(COUNT_WITHIN_MS, one).catch(() => true)));
  return answers.every(Boolean);
}
