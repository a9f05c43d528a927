import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { isContactField } from '#shared/contact/contactErrors.ts';
import { securityHeaders } from '#shared/http/securityHeaders.ts';
import { LANGUAGES, languageOf } from '#shared/languages.ts';
import { ContactProblem } from '#worker/contact/acceptMessage.ts';
import { acceptRequest } from '#worker/contact/acceptRequest.ts';
import { type ContactPage, contactPage, OUTCOME_ID } from '#worker/contact/contactPage.ts';
import { type ParsedBody, parseFormBody, parseJsonBody } from '#worker/contact/parseContactBody.ts';
import { countRefusal } from '#worker/contact/refusals.ts';
import { readBodyText } from '#worker/http/checkedBody.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { closedProblem, requireOwnPage } from '#worker/http/ownPages.ts';
import type { Env } from '#worker/settings/Env.ts';
import { jsonAnswer, problemAnswer } from '../describe.ts';

interface ContactEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly typed?: Readonly<Record<string, string>> };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** URL encoding turns each non-ASCII byte into three, so a form may be up to three times as long. */
const MAX_BYTES = { [JSON_TYPE]: 16_384, [FORM_TYPE]: 3 * 16_384 } as const;

/** Tells the thank-you page that the message waits for a coming day. */
const DEFERRED_QUERY = '?status=deferred';

const Receipt = v.object({ id: v.string(), status: v.picklist(['delivered', 'queued', 'deferred']) });

function mediaType(c: Context<ContactEnv>): keyof typeof MAX_BYTES | undefined {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === JSON_TYPE || type === FORM_TYPE ? type : undefined;
}

async function readRequest(c: Context<ContactEnv>): Promise<ParsedBody> {
  requireOwnPage(c.req.raw);
  const type = mediaType(c);
  if (!type) throw new HttpProblem(415, 'unsupported-media-type', `Send ${JSON_TYPE} or ${FORM_TYPE}.`);
  const text = await readBodyText(c.req.raw, MAX_BYTES[type]);
  return type === JSON_TYPE ? parseJsonBody(text) : await parseFormBody(text);
}

function pageKind({ code, extras }: HttpProblem): ContactPage['kind'] {
  if (Object.keys(extras.errors ?? {}).some(isContactField)) return 'faulty';
  return code === 'rate-limited' ? 'limited' : 'failure';
}

async function problemPage(c: Context<ContactEnv>, problem: HttpProblem): Promise<Response> {
  const values = c.get('typed') ?? {};
  return await contactPage(c.env.ASSETS, c.req.url, {
    language: languageOf(values.language),
    kind: pageKind(problem),
    status: problem.status,
    errors: problem.extras.errors ?? {},
    values,
    retryAfterS: problem.extras.retryAfterSeconds,
  });
}

/** Takes JSON from the site's script, or a plain form, which is answered with a page. */
export const contact = new Hono<ContactEnv>().post(
  '/contact',
  describeRoute({
    summary: 'Sends a message to the people behind the site',
    description:
      'Accepted means delivered or stored for delivery. `id` is an idempotency key: a repeat with the same id is the same message. Only for pages of this site.',
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: resolver(ContactRequest) } } },
    responses: {
      202: jsonAnswer('The message was delivered, is on its way, or is stored for a coming day', Receipt),
      303: { description: 'The same for a form without JavaScript: redirects to a page that says so' },
      400: problemAnswer('A field is not valid'),
      403: problemAnswer('The request comes from another site'),
      413: problemAnswer('The body is too large'),
      415: problemAnswer('The body is neither JSON nor a form'),
      422: problemAnswer('The message service refused the message'),
      429: problemAnswer('Too many messages'),
      503: problemAnswer('The message could not be stored or delivered'),
    },
  }),
  async (c) => {
    const body = await readRequest(c);
    c.set('typed', body.values);
    if (!body.ok) {
      const detail = Object.entries(body.errors).map(([field, rule]) => `${field}: ${rule}`);
      throw new HttpProblem(400, 'invalid-body', `${detail.join('; ')}.`, { errors: body.errors });
    }
    const visitor = {
      address: c.req.header('cf-connecting-ip') ?? '',
      host: new URL(c.req.url).hostname,
      defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    };
    const status = await acceptRequest(c.env, visitor, body.request);
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('cache-control', 'no-store');
    if (mediaType(c) === JSON_TYPE) return c.json({ id: body.request.id, status }, 202);
    const query = status === 'deferred' ? DEFERRED_QUERY : '';
    return c.redirect(`/${languageOf(body.request.language)}/contact/sent${query}#${OUTCOME_ID}`, 303);
  },
);
contact.all('/contact', () => {
  throw new HttpProblem(405, 'method-not-allowed', 'Only POST is allowed here.', { allow: 'POST' });
});
contact.onError((error, c) => {
  if (!(error instanceof HttpProblem)) throw error;
  const reason = error instanceof ContactProblem ? error.reason : error.code;
  countRefusal(c.env, reason, (work) => c.executionCtx.waitUntil(work));
  const readByPeople = mediaType(c) === FORM_TYPE && c.req.header('accept')?.includes('text/html');
  return readByPeople ? problemPage(c, error) : closedProblem(error);
});

/** A form without JavaScript is redirected here once its message is accepted. */
export const contactSent = new Hono<{ Bindings: Env }>().get(`/:language{${LANGUAGES.join('|')}}/contact/sent`, (c) =>
  contactPage(c.env.ASSETS, c.req.url, {
    language: languageOf(c.req.param('language')),
    kind: new URL(c.req.url).search === DEFERRED_QUERY ? 'deferred' : 'success',
    status: 200,
    errors: {},
    values: {},
  }),
);
