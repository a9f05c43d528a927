/** Origin of Turnstile's script and frame. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** The action the form's tokens are issued for, so that a token issued elsewhere on the site is refused. */
export const TURNSTILE_ACTION = 'contact';

/** The field that Turnstile's widget adds to the form around it. */
export const TURNSTILE_FIELD = 'cf-turnstile-response';
