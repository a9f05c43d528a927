/** Where Turnstile's script and its frame come from. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Name under which the form asks for a proof, so that one made elsewhere on the site is not taken for it. */
export const TURNSTILE_ACTION = 'contact';

/** The field that Turnstile's widget adds to the form around it. */
export const TURNSTILE_FIELD = 'cf-turnstile-response';
