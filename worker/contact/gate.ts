import type { ContactRequest } from '#shared/contact/ContactRequest.ts';

/**
 * Nobody fills in a form in a tenth of a second. Not longer: a restored draft may be sent right away, and a message
 * dropped by mistake is lost without notice.
 */
export const MIN_FILL_MS = 100;

export function suspicion({ website, filledMs }: ContactRequest): 'honeypot' | 'too-fast' | undefined {
  if (website !== undefined && website !== '') return 'honeypot';
  return filledMs !== undefined && filledMs < MIN_FILL_MS ? 'too-fast' : undefined;
}
