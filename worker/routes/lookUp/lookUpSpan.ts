import { LONGEST_SMOULDER_MS } from '#shared/lookUp/candidatesOf.ts';
import type { LookUpBody } from '#shared/lookUp/LookUpBody.ts';
import type { Span } from '#shared/time/spans.ts';

/** A client's clock may be this far ahead of ours. */
const CLOCK_AHEAD_MS = 5 * 60_000;

export interface SpanFault {
  readonly field: 'reportedAt' | 'from' | 'to';
  /** `notKept`: before the archive begins; `range`: more than 14 days before the report. */
  readonly rule: 'future' | 'notKept' | 'afterReport' | 'reversed' | 'range';
}

export function lookUpSpan(
  { reportedAt, from, to }: Pick<LookUpBody, 'reportedAt' | 'from' | 'to'>,
  nowMs: number,
  keptMs: number,
): { readonly ok: true; readonly span: Span } | ({ readonly ok: false } & SpanFault) {
  const refused = (field: SpanFault['field'], rule: SpanFault['rule']) => ({ ok: false, field, rule }) as const;
  if (reportedAt > nowMs + CLOCK_AHEAD_MS) return refused('reportedAt', 'future');
  if (reportedAt <= keptMs) return refused('reportedAt', 'notKept');
  const earliestMs = reportedAt - LONGEST_SMOULDER_MS;
  const [fromMs, toMs] = [from ?? earliestMs, to ?? reportedAt];
  if (fromMs < earliestMs) return refused('from', 'range');
  if (toMs > reportedAt) return refused('to', 'afterReport');
  if (fromMs >= toMs) return refused('to', 'reversed');
  if (toMs <= keptMs) return refused('to', 'notKept');
  return { ok: true, span: [fromMs, toMs] };
}
