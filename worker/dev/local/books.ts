import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BookOrderAnswer } from '#worker/watch/book/bookOrders.ts';
import { answerSql, askSql, booksCommand, takeBackSql } from './booksCommand.ts';
import { booksText } from './booksText.ts';
import { executeSql } from './databases/executeSql.ts';
import { localSettings } from './localSettings.ts';

/** `npm run books`: lists watchbooks and what is full, and ends one. Their objects are asked by the Worker's cron. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ASK_AGAIN_MS = 1_000;
/** The cron runs every minute. */
const WAIT_MS = 90_000;

/** @throws Error if the Worker does not answer in time; then it is asked no more */
async function asked(run: (sql: string) => Promise<readonly { readonly [column: string]: unknown }[]>, id: string) {
  const endMs = Date.now() + WAIT_MS;
  while (Date.now() < endMs) {
    const [row] = await run(answerSql(id));
    if (row) return JSON.parse(String(row.answer)) as BookOrderAnswer;
    await sleep(ASK_AGAIN_MS);
  }
  await run(takeBackSql(id));
  throw new Error(`The Worker did not answer within ${WAIT_MS / 1000} s: is it running?`);
}

try {
  const { order, target } = booksCommand(process.argv.slice(2), localSettings(process.env, root).stateDir);
  const run = (sql: string) => executeSql(root, 'OUTBOX_DB', target, sql);
  const id = randomUUID();
  await run(askSql(order, id, Date.now()));
  process.stdout.write(`${booksText(order, await asked(run, id))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
