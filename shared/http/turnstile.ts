export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Tokens issued for another purpose are refused. */
export type TurnstileAction = 'contact' | 'watch';

/** The field that Turnstile's widget adds to the form around it. */
export const TURNSTILE_FIELD = 'cf-turnstile-response';
