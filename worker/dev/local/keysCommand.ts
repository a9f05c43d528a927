import { randomBytes } from 'node:crypto';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { KEY_PLANS, KEY_SCOPES, PLAN_NAMES } from '#shared/plans.ts';
import { HOUR_MS, isoSeconds } from '#shared/time.ts';
import { parseDayKey } from '#shared/utcDay.ts';
import { isKeyPlan, type NewKey, newApiKey, scopesIn } from '#worker/http/keys/apiKeys.ts';
import { databaseTarget, type RunSql, type SqlRow, sqlText } from './databases.ts';

/** Times are milliseconds since the Unix epoch. */
export interface KeysCommand {
  readonly action:
    | { readonly kind: 'list' }
    | {
        readonly kind: 'make';
        readonly holder: string;
        readonly plan: string;
        readonly scopes: string;
        readonly expiresAtMs: number | null;
      }
    | { readonly kind: 'rotate'; readonly id: string; readonly graceMs: number }
    | { readonly kind: 'revoke' | 'usage'; readonly id: string };
  readonly target: readonly string[];
}

export const KEYS_USAGE = `usage: npm run admin -- keys [make HOLDER --plan PLAN | rotate ID | revoke ID | usage ID] [--remote --env staging|production]

Without arguments, lists all keys, who holds them and what they were used for.
make HOLDER --plan ${KEY_PLANS.join('|')} [--scopes ${KEY_SCOPES.join(',')}] [--expires YYYY-MM-DD]
             makes a key and prints it, this once: only its hash is kept.
rotate ID [--grace-hours 24]
             makes a key that replaces one, with the same holder, plan, limits and usage; the old one is good for the grace.
revoke ID    refuses a key from now on, within a minute everywhere, and ends its streams.
usage ID     what the keys of its account were used for, by UTC day.
ID is the part of the key after blk_, eight digits.
--remote     uses the deployed database instead of the local one.`;

const DEFAULT_GRACE_HOURS = 24;
const MAX_GRACE_HOURS = 24 * 90;

function fault(message: string): RangeError {
  return new RangeError(`${message}\n\n${KEYS_USAGE}`);
}

/** The text becomes part of SQL, so only an id is accepted. */
function idOf(text = ''): string {
  const id = /^(?:blk_)?([0-9a-f]{8})(?:_[0-9a-f]{40})?$/.exec(text)?.[1];
  if (id === undefined) throw fault(`"${text}" is not the id of a key`);
  return id;
}

function holderOf(text = ''): string {
  if (!/^[^\p{Cc}]{1,200}$/u.test(text) || text.startsWith('--')) throw fault('make needs a holder: 1 to 200 signs');
  return text;
}

function planOf(text = ''): string {
  if (isKeyPlan(text)) return text;
  const isKnown = (PLAN_NAMES as string[]).includes(text);
  const why = isKnown ? `the plan ${text} has no API access, so there are no keys of it: ` : '';
  throw fault(`${why}--plan must be one of ${KEY_PLANS.join(', ')}`);
}

function scopesOf(text: string = KEY_SCOPES.join(',')): string {
  const scopes = scopesIn(text);
  if (!scopes) throw fault(`--scopes must be of ${KEY_SCOPES.join(',')}`);
  return scopes.join(',');
}

function expiryOf(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const atMs = parseDayKey(text);
  if (atMs === undefined || atMs <= nowMs) throw fault('--expires must be a day to come, YYYY-MM-DD');
  return atMs;
}

function graceOf(text = String(DEFAULT_GRACE_HOURS)): number {
  const hours = Number(text);
  if (!/^\d+$/.test(text) || hours > MAX_GRACE_HOURS) throw fault(`--grace-hours must be 0 to ${MAX_GRACE_HOURS}`);
  return hours * HOUR_MS;
}

function parsed(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw fault((error as Error).message);
  }
}

function wordAndOptions<Name extends string>(args: readonly string[], names: readonly Name[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
  const { values, positionals } = parsed(args, options);
  if (positionals.length > 1) throw fault(`unexpected arguments: ${positionals.slice(1).join(' ')}`);
  return { word: positionals[0], options: values as Partial<Record<Name, string>> };
}

function actionOf([kind, ...commandArgs]: readonly string[], nowMs: number): KeysCommand['action'] {
  switch (kind) {
    case undefined:
      return { kind: 'list' };
    case 'make': {
      const { options, word } = wordAndOptions(commandArgs, ['plan', 'scopes', 'expires']);
      return {
        kind,
        holder: holderOf(word),
        plan: planOf(options.plan),
        scopes: scopesOf(options.scopes),
        expiresAtMs: expiryOf(options.expires, nowMs),
      };
    }
    case 'rotate': {
      const { options, word } = wordAndOptions(commandArgs, ['grace-hours']);
      return { kind, id: idOf(word), graceMs: graceOf(options['grace-hours']) };
    }
    case 'revoke':
    case 'usage':
      return { kind, id: idOf(wordAndOptions(commandArgs, []).word) };
    default:
      throw fault(`"${kind}" is not a command`);
  }
}

/** @throws RangeError that says what is wrong, with the usage */
export function keysCommand(args: readonly string[], stateDir: string, nowMs: number): KeysCommand {
  const { texts: commandArgs, target } = databaseTarget(args, stateDir, KEYS_USAGE);
  return { action: actionOf(commandArgs, nowMs), target };
}

const GOOD = (nowMs: number) => `revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ${nowMs})`;
const USED_DAYS = 30;

export function keysSql({ action }: KeysCommand, newKey: NewKey, nowMs: number): string {
  switch (action.kind) {
    case 'list':
      return `SELECT k.id, k.holder, k.plan, k.scopes, k.created_at_ms, k.expires_at_ms, k.revoked_at_ms,
        (SELECT sum(calls) FROM key_usage WHERE account = k.account AND day > date(${nowMs} / 1000, 'unixepoch', '-${USED_DAYS} days')) AS calls,
        (SELECT max(day) FROM key_usage WHERE account = k.account) AS last_day
        FROM api_key k ORDER BY k.holder, k.created_at_ms`;
    case 'make':
      return `INSERT INTO api_key (id, hash, account, holder, plan, scopes, created_at_ms, expires_at_ms)
        VALUES ('${newKey.id}', '${newKey.hash}', '${newKey.id}', ${sqlText(action.holder)}, '${action.plan}', '${action.scopes}', ${nowMs}, ${action.expiresAtMs}) RETURNING id`;
    case 'rotate':
      return `INSERT INTO api_key (id, hash, account, holder, plan, scopes, created_at_ms, expires_at_ms)
        SELECT '${newKey.id}', '${newKey.hash}', account, holder, plan, scopes, ${nowMs}, expires_at_ms FROM api_key WHERE id = '${action.id}' AND ${GOOD(nowMs)} RETURNING id;
        UPDATE api_key SET expires_at_ms = min(coalesce(expires_at_ms, ${nowMs + action.graceMs}), ${nowMs + action.graceMs}) WHERE id = '${action.id}' AND ${GOOD(nowMs)}`;
    case 'revoke':
      return `UPDATE api_key SET revoked_at_ms = ${nowMs} WHERE id = '${action.id}' AND revoked_at_ms IS NULL RETURNING id`;
    case 'usage':
      return `SELECT day, calls, units, refused, streams FROM key_usage WHERE account = (SELECT account FROM api_key WHERE id = '${action.id}') ORDER BY day`;
  }
}

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

function texts({ action }: KeysCommand, rows: readonly SqlRow[], keyText: string, nowMs: number): string {
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

/** The command's output. */
export async function keysText(args: readonly string[], stateDir: string, run: RunSql): Promise<string> {
  const nowMs = Date.now();
  const command = keysCommand(args, stateDir, nowMs);
  const newKey = newApiKey((bytes) => randomBytes(bytes));
  return texts(command, await run(command.target, keysSql(command, newKey, nowMs)), newKey.text, nowMs);
}
