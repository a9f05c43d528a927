import { Hono } from 'hono';
import { securityHeaders } from '#shared/http/securityHeaders.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { systemClock } from '#shared/time/Clock.ts';
import type { Env } from '#worker/settings/Env.ts';

const PATH = '/.well-known/security.txt';
const DAY_S = 86_400;
/** RFC 9116 recommends less than a year. Counted from each answer, it never runs out. */
const VALID_S = 360 * DAY_S;

/** Whom to tell of a weakness (RFC 9116): `PUBLIC_EMAIL`. Where that is not set there is no such file. */
export const securityTxt = new Hono<{ Bindings: Env }>().get(PATH, (c, next) => {
  const { PUBLIC_EMAIL: email, PUBLIC_ORIGIN: origin = '' } = c.env;
  if (!email) return next();
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(systemClock.now() + VALID_S * 1_000).toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    ...(origin === '' ? [] : [`Canonical: ${origin}${PATH}`]),
  ];
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': `public, max-age=${DAY_S}`,
  };
  return c.body(`${lines.join('\n')}\n`, 200, headers);
});
