import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BookOrderAnswer } from '#worker/watch/operations/bookOrders.ts';
import { answerSql, askSql, booksCommand, booksText, takeBackSql } from './booksCommand.ts';
import { runCommand, type SqlRow } from './executeSql.ts';

/** `npm run books`: lists watchbooks and full networks, and ends a watchbook. The Worker's cron asks their objects. */

const ASK_AGAIN_MS = 1_000;
/** The cron runs every minute. */
const WAIT_MS = 90_000;

/** @throws Error if the Worker does not answer in time; the order is then taken back */
async function asked(run: (sql: string) => Promise<SqlRow[]>, id: string) {
  const endMs = Date.now() + WAIT_MS;
  while (Date.now() < endMs) {
    const [row] = await run(answerSql(id));
    if (row) return JSON.parse(String(row.answer)) as BookOrderAnswer;
    await sleep(ASK_AGAIN_MS);
  }
  await run(takeBackSql(id));
  throw new Error(`The Worker did not answer within ${WAIT_MS / 1000} s: is it running?`);
}

await runCommand(async (args, stateDir, runSql) => {
  const { order, target } = booksCommand(args, stateDir);
  const run = (sql: string) => runSql(target, sql);
  const id = randomUUID();
  await run(askSql(order, id, Date.now()));
  return booksText(order, await asked(run, id));
});
