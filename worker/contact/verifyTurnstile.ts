import * as v from 'valibot';
import { TURNSTILE_ORIGIN, type TurnstileAction } from '#shared/contact/turnstile.ts';
import { readBoundedJson } from '#worker/outbound/readBounded.ts';

export const SITEVERIFY_URL = `${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`;
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

/** `unknown` if Turnstile does not answer within 5 s. Never rejects. */
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
