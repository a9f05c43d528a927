import { randomBytes } from 'node:crypto';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { newApiKey } from '#worker/keys/keyText.ts';
import { runCommand, type SqlRow } from './executeSql.ts';
import { type KeysCommand, keysCommand, keysSql } from './keysCommand.ts';

/** `npm run admin -- keys`: makes, lists, rotates and revokes keys of the API, and shows what they were used for. */

function stateOf({ revoked_at_ms: revokedAtMs, expires_at_ms: expiresAtMs }: SqlRow, nowMs: number): string {
  if (revokedAtMs !== null) return `revoked ${isoSeconds(Number(revokedAtMs))}`;
  if (expiresAtMs === null) return 'good';
  return `${Number(expiresAtMs) <= nowMs ? 'expired' : 'good until'} ${isoSeconds(Number(expiresAtMs))}`;
}

function keyLine(row: SqlRow, nowMs: number): string {
  const used = row.calls === null ? 'not used in 30 days' : `${row.calls} calls in 30 days, last on ${row.last_day}`;
  return `blk_${row.id}…  ${row.holder}  ${row.plan}  ${row.scopes}  ${stateOf(row, nowMs)}  ${used}`;
}

function dayLine({ day, calls, units, refused, streams }: SqlRow): string {
  return `${day}  ${calls} calls, ${units} units, ${streams} streams, ${refused} refused`;
}

function words({ action }: KeysCommand, rows: readonly SqlRow[], keyText: string, nowMs: number): string {
  switch (action.kind) {
    case 'list':
      return [...rows.map((row) => keyLine(row, nowMs)), `${rows.length} in all`].join('\n');
    case 'usage':
      return rows.length === 0 ? 'It was not used, or there is no such key.' : rows.map(dayLine).join('\n');
    default:
      if (rows.length === 0) throw new Error('There is no such key, or it is good no more.');
      if (action.kind === 'revoke') return 'The key is revoked. Within a minute it is refused everywhere.';
      return `${keyText}\n\nThis key is shown once; only its hash is kept.`;
  }
}

await runCommand(async (args, stateDir, run) => {
  const nowMs = Date.now();
  const command = keysCommand(args, stateDir, nowMs);
  const made = newApiKey((bytes) => randomBytes(bytes));
  return words(command, await run(command.target, keysSql(command, made, nowMs)), made.text, nowMs);
});
