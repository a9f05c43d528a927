import { KEY_SCOPES, type KeyScope, PLAN_NAMES, type PlanName } from '#shared/plans.ts';

/** A key as it is kept. */
export interface KeyRecord {
  readonly id: string;
  /** The id of the first of the keys that replaced one another. */
  readonly account: string;
  readonly plan: PlanName;
  readonly scopes: readonly KeyScope[];
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

export type KeyVerdict = 'good' | 'unknown' | 'revoked' | 'expired' | 'out-of-scope';

/** Whether a key may be used for `scope` now; `record` is undefined where nobody knows it. */
export function keyVerdict(record: KeyRecord | undefined, scope: KeyScope, nowMs: number): KeyVerdict {
  if (!record) return 'unknown';
  if (record.revokedAtMs !== null && record.revokedAtMs <= nowMs) return 'revoked';
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) return 'expired';
  return record.scopes.includes(scope) ? 'good' : 'out-of-scope';
}

/** Whether a text, of a command or a row, names a plan. */
export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as string[]).includes(text);
}

/** The scopes in a list that commas separate; undefined if one is none. */
export function scopesIn(list: string): readonly KeyScope[] | undefined {
  const names = list.split(',');
  const scopes = KEY_SCOPES.filter((scope) => names.includes(scope));
  return scopes.length === names.length ? scopes : undefined;
}
