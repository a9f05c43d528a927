import { Hono } from 'hono';
import * as v from 'valibot';
import { CLIENT_ERROR_KINDS, MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http.ts';
import { securityHeaders } from '#shared/securityHeaders.ts';
import { buildId } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { closedProblem, requireOwnPage } from '#worker/http/ownPages.ts';
import { checkedBody } from '#worker/http/parameters.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { clientNetworks } from '#worker/http/visitors.ts';

const MAX_BYTES = 8_192;
const RATE_PERIOD_S = 60;

/** Schema of `ClientError`. Any program can send one. */
const ClientErrorBody = v.strictObject({
  page: v.pipe(v.string(), v.regex(/^\w{1,32}$/, 'name')),
  build: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, 'name')),
  kind: v.picklist(CLIENT_ERROR_KINDS, 'kind'),
  message: v.pipe(v.string(), v.maxLength(MAX_ERROR_MESSAGE, 'length')),
  stack: v.pipe(v.string(), v.maxLength(MAX_ERROR_STACK, 'length')),
});

const FAMILIES = ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'] as const;

/** Only the browser family: no version, no system. */
const familyOf = (userAgent = '') => FAMILIES.find((name) => userAgent.includes(`${name}/`)) ?? 'other';

/** Counted separately from contact messages. If the limiter fails, nothing is accepted: the log must be bounded. */
async function tooOften(rate: RateLimit, address = ''): Promise<boolean> {
  try {
    return !(await rate.limit({ key: `client-error ${clientNetworks(address).near}` })).success;
  } catch {
    return true;
  }
}

/** Logs script errors that pages of this site report. Internal: only for pages of this site. */
export const clientErrors = new Hono<{ Bindings: Env }>().post('/client-errors', async (c) => {
  requireOwnPage(c.req.raw);
  if (await tooOften(c.env.CONTACT_RATE, c.req.header('cf-connecting-ip')))
    throw new HttpProblem(429, 'rate-limited', 'Too many error reports from your network. Try again later.', {
      retryAfterSeconds: RATE_PERIOD_S,
    });
  const error = await checkedBody(c.req.raw, ClientErrorBody, MAX_BYTES);
  log('warn', 'client.error', { ...error, browser: familyOf(c.req.header('user-agent')), worker: buildId(c.env) });
  return new Response(null, { status: 204, headers: { ...securityHeaders, 'cache-control': 'no-store' } });
});
clientErrors.all('/client-errors', () => {
  throw new HttpProblem(405, 'method-not-allowed', 'Allowed methods: POST.', { allow: 'POST' });
});
clientErrors.onError((error) => {
  if (!(error instanceof HttpProblem)) throw error;
  return closedProblem(error);
});
