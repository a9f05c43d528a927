import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactBody } from '#tests/support/contact/contactBody.ts';
import { costlyBodies } from '#tests/support/contact/hostileContactBodies.ts';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import { MIN_FILL_MS } from '#worker/features/contact/accept.ts';
import { contact, parseFormBody, parseJsonBody } from '#worker/features/contact/contactRoutes.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

let touched: string[];
let logged: string[];
beforeEach(() => {
  [touched, logged] = [[], []];
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(line));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Asks the route alone: its database and everything else that it could change notes that it was touched, and fails. */
function send(body: BodyInit | null, headers: Record<string, string> = {}, vars = {}, method = 'POST') {
  const away = (name: string) => () => {
    touched.push(name);
    throw new Error(`${name} is away`);
  };
  const bindings = { OUTBOX_DB: { prepare: away('outbox') }, CONTACT_RATE: { limit: away('rate') } };
  const env = { ...GOOD_VARIABLES, ...bindings, ...vars };
  vi.stubGlobal('fetch', away('network'));
  const all = { 'content-type': JSON_TYPE, ...headers };
  const request = new Request('https://site.bg/contact', { method, headers: all, body });
  return contact.fetch(request, env, { waitUntil: away('work'), passThroughOnException: () => {}, props: {} });
}

const json = (fields: Record<string, unknown>) => JSON.stringify(contactBody(fields));
const HOSTILE: readonly [name: string, body: BodyInit, status: number, field?: string | undefined, type?: string][] = [
  ['a field of another type', json({ subject: ['S'] }), 400, 'subject'],
  ['a field that is missing', json({ message: undefined }), 400, 'message'],
  ['a name that nobody sees', json({ name: '\u3164\u2800\u200b' }), 400, 'name'],
  ['a company that is too long', json({ company: 'x'.repeat(151) }), 400, 'company'],
  ['SQL for an id', json({ id: "'; DROP TABLE outbox; --" }), 400, 'id'],
  ['__proto__', `${json({}).slice(0, -1)},"__proto__":{"x":1}}`, 400, '__proto__'],
  ['a list', '[]', 400, 'body'],
  ['half of a JSON', '{"id":', 400, 'body'],
  ['what is nested 7,000 deep', '['.repeat(7_000), 400, 'body'],
  ['broken UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'body'],
  ['a form without a message', 'name=A&email=a%40b.bg&subject=S', 400, 'message', FORM],
  ['a megabyte', 'x'.repeat(1_048_576), 413],
  ['XML', '<a/>', 415, undefined, 'application/xml'],
];

describe('the contact call', () => {
  test.each(HOSTILE)('answers %s with a problem that names the fault, and touches nothing', async (...row) => {
    const [, body, status, field, type = JSON_TYPE] = row;
    const response = await send(body, { 'content-type': type });
    const problem = await response.json();
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    if (field !== undefined) expect(Object.keys(problem.errors)).toEqual([field]);
    expect(touched).toEqual([]);
    const refused = { level: 'warn', event: 'contact.refused', reason: problem.code, status };
    expect(logged.map((line) => JSON.parse(line))).toEqual([refused]);
  });

  test('refuses other sites, and lets no other origin read that', async () => {
    const response = await send(json({}), { origin: 'https://evil.example' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(touched).toEqual([]);
  });

  test('tells those who read it that only POST is allowed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await send(null, {}, {}, method);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each([
    ['fills in what people do not see', { website: 'https://spam.example' }, 'honeypot'],
    ['is done before a person could have begun', { filledMs: MIN_FILL_MS - 1 }, 'too-fast'],
  ])('quietly accepts and drops what a machine sends that %s', async (_, trap, reason) => {
    const response = await send(json(trap));
    expect([response.status, (await response.json()).status, touched]).toEqual([202, 'delivered', []]);
    expect(logged.join()).toContain(reason);
  });

  test('asks for a proof of a person where one is needed, of a script and of a form, and stores nothing without', async () => {
    for (const [body, type] of [
      [json({}), JSON_TYPE],
      ['name=A&email=a%40b.bg&subject=S&message=M&cf-turnstile-response=', FORM],
    ] as const) {
      const response = await send(body, { 'content-type': type }, { TURNSTILE_SECRET: 'key' });
      expect([response.status, (await response.json()).errors]).toEqual([400, { turnstileToken: 'proofRequired' }]);
    }
    expect(touched).not.toContain('network');
  });

  test('refuses nobody because Turnstile, the limiter or the database does not answer', async () => {
    const body = json({ turnstileToken: 'proof' });
    const response = await send(body, { 'cf-connecting-ip': '203.0.113.7' }, { TURNSTILE_SECRET: 'key' });
    // Every way was tried, the message service at last, which is away here too.
    expect([response.status, (await response.json()).code]).toEqual([503, 'delivery-failed']);
    expect(touched).toEqual(['outbox', 'rate', 'network', 'outbox', 'network']);
  });
});

describe('a body', () => {
  const errorsOf = (text: string) => {
    const body = parseJsonBody(text);
    return body.ok ? {} : body.errors;
  };

  test('is taken trimmed, with its key in small letters', () => {
    const id = '0A1B2C3D-1111-4222-8333-444455556666';
    const body = parseJsonBody(json({ id, name: '  Ana ' }));
    expect(body).toMatchObject({ ok: true, request: { id: id.toLowerCase(), name: 'Ana' } });
  });

  test('has every fault named by its field', () => {
    expect(errorsOf(JSON.stringify({ name: ' ', email: 'a@b', filledMs: -1, more: 1 }))).toEqual({
      id: 'idRequired',
      name: 'nameRequired',
      email: 'emailInvalid',
      subject: 'subjectRequired',
      message: 'messageRequired',
      filledMs: 'numberExpected',
      more: 'unknown',
    });
  });

  test('cannot make the answer longer than twenty faults of 64 letters', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(200)}`, 1]));
    const errors = Object.keys(errorsOf(JSON.stringify(many)));
    expect(errors.length).toBeLessThanOrEqual(20);
    expect(Math.max(...errors.map((name) => name.length))).toBe(64);
  });

  test.each(costlyBodies())('that is hostile ($name) is judged in a moment', async ({ type, text }) => {
    const before = process.threadCpuUsage();
    if (type === 'json') parseJsonBody(text);
    else await parseFormBody(text);
    // Far from the budget of the bench, and far below the seconds that a quadratic pattern takes.
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});

describe('a form without JavaScript', () => {
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ name: 'Ana', email: 'a@b.bg', subject: 'S', message: 'one\r\ntwo', ...fields }).toString();

  test('gets a key from its words: sent again by a reload it is the same message, with other words another', async () => {
    const [first, again, other] = await Promise.all([form({}), form({}), form({ subject: 'T' })].map(parseFormBody));
    if (!first?.ok || !again?.ok || !other?.ok) throw new Error('all three are well');
    expect(first.request.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again.request.id).toBe(first.request.id);
    expect(other.request.id).not.toBe(first.request.id);
  });

  test('has its line ends as people typed them, and takes the longest message there is in Cyrillic', async () => {
    const text = form({ message: `${'Щ\r\n'.repeat(1_499)}ЩЩ` });
    expect(text.length).toBeLessThan(3 * 16_384);
    expect(await parseFormBody(text)).toMatchObject({ ok: true });
  });

  test('gives back what was typed beside its faults, and a problem in JSON where no page is asked for', async () => {
    expect(await parseFormBody(form({ email: 'nobody' }))).toMatchObject({
      errors: { email: 'emailInvalid' },
      values: { email: 'nobody', name: 'Ana' },
    });
    const response = await send(form({ email: 'nobody' }), { 'content-type': FORM, accept: '*/*' });
    expect((await response.json()).errors).toEqual({ email: 'emailInvalid' });
  });

  test('of thousands of fields, or with a field twice, is refused', async () => {
    expect(await parseFormBody('a&'.repeat(20_000))).toMatchObject({ errors: { body: 'tooManyFields' } });
    expect(await parseFormBody(`${form({})}&name=Eva`)).toMatchObject({ errors: { name: 'repeated' } });
  });
});
