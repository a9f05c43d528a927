import * as v from 'valibot';
import { TURNSTILE_ORIGIN, type TurnstileAction } from '#shared/http/turnstile.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import { readBoundedJson } from '#worker/outbound/readBounded.ts';

const SITEVERIFY_URL = `${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`;
const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 16_384;

const Verdict = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
});

export interface TurnstileDeps {
  readonly secret: string;
  readonly fetch: typeof fetch;
  readonly url?: string;
}

export interface TurnstileProof {
  readonly token: string | undefined;
  readonly action: TurnstileAction;
  /** A UUID, as idempotency key: a token is valid once, but may be verified again for the same message. */
  readonly id: string;
  readonly address: string;
  /** Host name of the site; a token from any other is refused. */
  readonly host: string;
}

/** Whether Turnstile confirms a person; `unknown` if it does not answer within 5 s. Never rejects. */
export async function verifyTurnstile(
  { secret, fetch, url = SITEVERIFY_URL }: TurnstileDeps,
  { token, action: wanted, id, address, host }: TurnstileProof,
): Promise<'good' | 'refused' | 'unknown'> {
  if (token === undefined || token === '') return 'refused';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, response: token, remoteip: address, idempotency_key: id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict = v.safeParse(Verdict, await readBoundedJson(response, MAX_ANSWER_BYTES));
    if (!verdict.success || response.status >= 500) return 'unknown';
    const { success, hostname, action } = verdict.output;
    return success && hostname === host && action === wanted ? 'good' : 'refused';
  } catch {
    return 'unknown';
  }
}

/** The salt that the day's hashes of networks are made with. `fresh` becomes it if the day has none yet. */
export async function saltOf(db: D1Database, nowMs: number, fresh: string = crypto.randomUUID()): Promise<string> {
  const day = utcDay(nowMs);
  const [, select] = await db.batch<{ salt: string }>([
    db.prepare('INSERT INTO network_salt (day, salt) VALUES (?, ?) ON CONFLICT (day) DO NOTHING').bind(day, fresh),
    db.prepare('SELECT salt FROM network_salt WHERE day = ?').bind(day),
  ]);
  return select?.results[0]?.salt ?? fresh;
}

/** Once a day's salt is gone, nobody can trace its hashes to a network. */
export async function forgetSalts(db: D1Database, nowMs: number): Promise<void> {
  await db.prepare('DELETE FROM network_salt WHERE day < ?').bind(utcDay(nowMs)).run();
}
