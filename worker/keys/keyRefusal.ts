import type { KeyScope } from '#shared/plans.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import type { KeyVerdict } from './KeyRecord.ts';

type Refused = Exclude<KeyVerdict, 'good'> | 'malformed';

const DETAILS: Readonly<Record<Exclude<Refused, 'out-of-scope'>, string>> = {
  malformed:
    'The key is malformed: it must be blk_, 8 hex digits, _ and 40 hex digits, the last 8 of which check the others.',
  unknown: 'Nobody has this key.',
  revoked: 'The key was revoked.',
  expired: 'The key has expired.',
};

/** The problem that answers a key which is not good for `scope`: 401 with `invalid-key`, or 403 with `missing-scope`. */
export function keyRefusal(refused: Refused, scope: KeyScope): HttpProblem {
  const challenge = (text: string) => ({ headers: { 'WWW-Authenticate': `Bearer ${text}` } });
  if (refused === 'out-of-scope') {
    const detail = `The key lacks the scope ${scope}.`;
    return new HttpProblem(403, 'missing-scope', detail, challenge(`error="insufficient_scope", scope="${scope}"`));
  }
  return new HttpProblem(401, 'invalid-key', DETAILS[refused], challenge('error="invalid_token"'));
}
