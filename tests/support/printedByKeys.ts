import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';
import type { SqlRow } from '#worker/dev/local/databases.ts';
import { keysText } from '#worker/dev/local/keysCommand.ts';
import type { Product } from './startProduct.ts';

/** What `npm run admin -- keys` prints for the state of a running product. */
export async function printedByKeys({ runtime, stateDir }: Product, ...args: string[]): Promise<string> {
  const db = await runtime.miniflare.getD1Database('OUTBOX_DB');
  return keysText(args, stateDir, async (_, sql) => {
    const [first] = await db.batch<SqlRow>(splitSqlQuery(sql).map((statement) => db.prepare(statement)));
    return first?.results ?? [];
  });
}
