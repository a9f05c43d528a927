import type { ContactRequest } from '#shared/contact/ContactRequest.ts';

/**
 * Nobody reads a form, or even finds its button, in a tenth of a second. Not more: a draft that came back after a
 * reload is rightly sent at once, and a message dropped by mistake is lost without a word.
 */
export const MIN_FILL_MS = 100;

/** Why a request looks like a machine's, or undefined. */
export function suspicion({ website, filledMs }: ContactRequest): 'honeypot' | 'too-fast' | undefined {
  if (website !== undefined && website !== '') return 'honeypot';
  return filledMs !== undefined && filledMs < MIN_FILL_MS ? 'too-fast' : undefined;
}
