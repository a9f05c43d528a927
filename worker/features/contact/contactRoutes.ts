import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { ContactRequest, isContactErrorCode, isContactField } from '#shared/contact.ts';
import { TURNSTILE_FIELD } from '#shared/http.ts';
import { contactTexts, mailTo } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES, type Language, languageOf } from '#shared/languages.ts';
import { securityHeaders } from '#shared/securityHeaders.ts';
import { acceptRequest } from '#worker/features/contact/accept.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { parseJson } from '#worker/http/outbound/readBounded.ts';
import { closedProblem, requireOwnPage } from '#worker/http/ownPages.ts';
import { readBodyText } from '#worker/http/parameters.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { jsonResponse, problemResponse } from '../../http/responses.ts';

type Typed = Readonly<Record<string, string>>;

/** Field → the rule it broke; `body` if the error concerns no single field. */
type BodyErrors = Readonly<Record<string, string>>;

/** `values` were typed into a form, and are needed to show it again; empty for JSON. */
type ParsedBody = { readonly values: Typed } & (
  | { readonly ok: true; readonly request: ContactRequest }
  | { readonly ok: false; readonly errors: BodyErrors }
);

interface ContactEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly typed?: Typed };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** URL encoding turns each non-ASCII byte into three, so a form may be up to three times as long. */
const MAX_BYTES = { [JSON_TYPE]: 16_384, [FORM_TYPE]: 3 * 16_384 } as const;

/** Id of the form's status element, which shows the outcome and can be linked to. */
const OUTCOME_ID = 'outcome';

const Receipt = v.object({ id: v.string(), status: v.picklist(['delivered', 'queued']) });

/** Accepts JSON from the site's script, or a plain form, whose response is a page. */
export const contact = new Hono<ContactEnv>().post(
  '/contact',
  describeRoute({
    summary: 'Send a message to the operator',
    description: 'Success means delivered or queued. `id` is an idempotency key. Only from this site’s pages.',
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: resolver(ContactRequest) } } },
    responses: {
      202: jsonResponse('Delivered or queued', Receipt),
      303: { description: 'For forms without JavaScript: redirects to a result page' },
      400: problemResponse('Invalid field'),
      403: problemResponse('Cross-origin request'),
      413: problemResponse('Request body too large'),
      415: problemResponse('The content type is neither JSON nor a form'),
      422: problemResponse('The message service rejected the message'),
      429: problemResponse('Too many messages in one minute'),
      503: problemResponse(
        'Message not stored or delivered, or daily limit reached (`too-many`: `detail` names an email address)',
      ),
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
    return c.redirect(`/${languageOf(body.request.language)}/contact/sent#${OUTCOME_ID}`, 303);
  },
);
contact.all('/contact', () => {
  throw new HttpProblem(405, 'method-not-allowed', 'Allowed methods: POST.', { allow: 'POST' });
});
contact.onError((error, c) => {
  if (!(error instanceof HttpProblem)) throw error;
  // Its detail may quote text written by a visitor.
  log('warn', 'contact.refused', { reason: error.code, status: error.status });
  const readByPeople = mediaType(c) === FORM_TYPE && c.req.header('accept')?.includes('text/html');
  return readByPeople ? problemPage(c, error) : closedProblem(error);
});

/** A form without JavaScript is redirected here once its message is accepted. */
export const contactSent = new Hono<{ Bindings: Env }>().get(`/:language{${LANGUAGES.join('|')}}/contact/sent`, (c) =>
  contactPage(c.env.ASSETS, c.req.url, { language: languageOf(c.req.param('language')), kind: 'success', status: 200 }),
);

function mediaType(c: Context<ContactEnv>): keyof typeof MAX_BYTES | undefined {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === JSON_TYPE || type === FORM_TYPE ? type : undefined;
}

async function readRequest(c: Context<ContactEnv>): Promise<ParsedBody> {
  requireOwnPage(c.req.raw);
  const type = mediaType(c);
  if (!type) throw new HttpProblem(415, 'unsupported-media-type', `Use Content-Type ${JSON_TYPE} or ${FORM_TYPE}.`);
  const text = await readBodyText(c.req.raw, MAX_BYTES[type]);
  return type === JSON_TYPE ? parseJsonBody(text) : await parseFormBody(text);
}

/** The response names unknown fields, so their length and number are limited. */
const MAX_NAME_LENGTH = 64;
const MAX_ERRORS = 20;

/** Our form has nine, including Turnstile's. A body with more is rejected before it is parsed. */
const MAX_FORM_FIELDS = 32;

function errorsOf(issues: readonly v.InferIssue<typeof ContactRequest>[]): BodyErrors {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = String(issue.path?.[0].key ?? 'body').slice(0, MAX_NAME_LENGTH);
    if (!errors.has(field) && errors.size < MAX_ERRORS) errors.set(field, issue.message);
  }
  return Object.fromEntries(errors);
}

function check(value: unknown, values: Typed): ParsedBody {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return { ok: false, errors: { body: 'objectExpected' }, values };
  const result = v.safeParse(ContactRequest, value);
  if (!result.success) return { ok: false, errors: errorsOf(result.issues), values };
  // UUIDs are case-insensitive.
  return { ok: true, values, request: { ...result.output, id: result.output.id.toLowerCase() } };
}

function hasMoreThan(count: number, sign: string, text: string): boolean {
  let at = -1;
  for (let found = 0; found <= count; found += 1) {
    at = text.indexOf(sign, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Never throws. */
export function parseJsonBody(text: string): ParsedBody {
  try {
    return check(parseJson(text), {});
  } catch {
    return { ok: false, errors: { body: 'jsonExpected' }, values: {} };
  }
}

/** Parses a form sent without JavaScript: usually without `id` and `filledMs`, with CRLF line ends. */
export async function parseFormBody(text: string): Promise<ParsedBody> {
  if (hasMoreThan(MAX_FORM_FIELDS - 1, '&', text)) return { ok: false, errors: { body: 'tooManyFields' }, values: {} };
  const form = new URLSearchParams(text);
  const token = form.get(TURNSTILE_FIELD);
  form.delete(TURNSTILE_FIELD);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, value.replace(/\r\n/g, '\n')]));
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined) {
    return { ok: false, errors: { [repeated.slice(0, MAX_NAME_LENGTH)]: 'repeated' }, values };
  }
  const id = values.id ?? (await messageKey(values));
  return check({ ...values, id, ...(token === null ? {} : { turnstileToken: token }) }, values);
}

/**
 * The key of a message that came without one: a version 8 UUID hashed from the values, so that resubmitting the same
 * form is the same message.
 */
async function messageKey(values: Typed): Promise<string> {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sorted)));
  const hex = [...new Uint8Array(digest.slice(0, 16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

interface ContactPage {
  readonly language: Language;
  readonly status: number;
  readonly kind: 'success' | 'failure' | 'limited' | 'faulty' | 'full';
  readonly errors?: BodyErrors;
  readonly values?: Typed;
  readonly retryAfterS?: number | undefined;
  readonly email?: string;
}

const PAGE_KINDS: Readonly<Partial<Record<HttpProblem['code'], ContactPage['kind']>>> = {
  'rate-limited': 'limited',
  'too-many': 'full',
};

async function problemPage(c: Context<ContactEnv>, { code, status, extras }: HttpProblem): Promise<Response> {
  const { errors = {}, retryAfterSeconds: retryAfterS } = extras;
  const values = c.get('typed') ?? {};
  return await contactPage(c.env.ASSETS, c.req.url, {
    language: languageOf(values.language),
    kind: Object.keys(errors).some(isContactField) ? 'faulty' : (PAGE_KINDS[code] ?? 'failure'),
    status,
    errors,
    values,
    retryAfterS,
    email: parseConfig(c.env).email,
  });
}

function paragraphs({ kind, language, email = '' }: ContactPage): string {
  const texts = contactTexts[language];
  if (kind === 'full') return `<p>${mailTo(texts.full, email)}</p>`;
  const lines = kind === 'failure' || kind === 'limited' ? [texts[kind], texts.kept] : [texts[kind]];
  return lines.map((line) => `<p>${line}</p>`).join('');
}

function fieldFiller({ language, errors = {}, values = {} }: ContactPage): HTMLRewriterElementContentHandlers {
  const first = Object.keys(errors)[0];
  return {
    element(field) {
      const name = field.getAttribute('name') ?? '';
      const value = values[name];
      if (value !== undefined && name !== 'language') {
        // HTML parsers drop a text area's first newline, so add one for them to drop.
        if (field.tagName === 'textarea') field.setInnerContent(`\n${value}`);
        else field.setAttribute('value', value);
      }
      const code = errors[name];
      if (!isContactErrorCode(code)) return;
      field.setAttribute('aria-invalid', 'true').setAttribute('aria-describedby', `${name}-error`);
      if (name === first) field.setAttribute('autofocus', '');
      field.after(`<p id="${name}-error">${contactTexts[language].errors[code]}</p>`, { html: true });
    },
  };
}

/**
 * The site's contact page with the outcome of a message, for browsers without scripts. The page's scripts are removed,
 * because they would render it again without the outcome.
 */
async function contactPage(assets: Fetcher, origin: string, page: ContactPage): Promise<Response> {
  const site = await assets.fetch(new URL(`/${page.language}/contact`, origin));
  const headers = new Headers({ ...securityHeaders, 'content-type': 'text/html; charset=utf-8' });
  headers.set('cache-control', 'no-store');
  if (page.retryAfterS !== undefined) headers.set('retry-after', String(page.retryAfterS));
  const texts = contactTexts[page.language];
  // The tab's title has no room for the alternative address.
  const title = page.kind === 'full' ? texts.failure : texts[page.kind];
  return new HTMLRewriter()
    .on('head', { element: (head) => void head.append('<meta name="robots" content="noindex">', { html: true }) })
    .on('title', { element: (element) => void element.prepend(`${title} – `) })
    .on('script[type="module"], link[rel="modulepreload"]', { element: (element) => void element.remove() })
    .on('form input[name], form textarea[name]', fieldFiller(page))
    .on('form [data-state]', {
      element(status) {
        const good = page.kind === 'success';
        status.setAttribute('id', OUTCOME_ID).setAttribute('data-state', good ? 'success' : 'error');
        status.setAttribute('role', good ? 'status' : 'alert');
        status.setInnerContent(paragraphs(page), { html: true });
      },
    })
    .transform(new Response(site.body, { status: page.status, headers }));
}
