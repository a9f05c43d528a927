import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announceContact, contactBody, postContact } from '#tests/support/contact/contactBody.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';

const HOSTILE_BODIES = 500;
const SEED = 20_261_120;

const product = fileProduct();

interface Hostile {
  readonly kind: string;
  readonly body: string | Uint8Array;
  /** Set: a body of this length is announced, and only its beginning sent. */
  readonly announcedBytes?: number;
  readonly contentType: string;
  readonly status: number;
  /** A field that the answer must name. */
  readonly field?: string;
}

const JSON_TYPE = 'application/json';
const json = (kind: string, value: unknown, field: string): Hostile => ({
  kind,
  body: JSON.stringify(value),
  contentType: JSON_TYPE,
  status: 400,
  field,
});
const FIELDS = ['id', 'name', 'email', 'company', 'phone', 'subject', 'message', 'language', 'website', 'filledMs'];
const REQUIRED = ['id', 'name', 'email', 'subject', 'message'];
const LONGEST = { name: 100, email: 254, company: 150, phone: 40, subject: 200, message: 3_000 } as const;
const INJECTIONS = [
  "'; DROP TABLE outbox; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\u202e',
];

const notText = fc.oneof(
  fc.boolean(),
  fc.array(fc.integer()),
  fc.dictionary(fc.string(), fc.integer()),
  fc.constant(null),
);
const required = fc.constantFrom(...REQUIRED);
const injection = fc.constantFrom(...INJECTIONS);

const wrongType = fc
  .tuple(fc.constantFrom(...FIELDS), notText)
  .map(([field, value]) => json('wrong type', contactBody({ [field]: value }), field));
const missing = required.map((field) => json('missing', contactBody({ [field]: undefined }), field));
const blank = fc
  .tuple(required, fc.constantFrom('', ' ', '\n\t ', '\u00a0', '\u200b\u200d', '\u3164\u2800'))
  .map(([field, value]) => json('blank', contactBody({ [field]: value }), field));
const tooLong = fc
  .constantFrom(...(Object.keys(LONGEST) as (keyof typeof LONGEST)[]))
  .map((field) => json('too long', contactBody({ [field]: `${'x'.repeat(LONGEST[field])}@a.bg` }), field));
const injectedKey = injection.map((text) => json('injected id', contactBody({ id: text }), 'id'));
const injectedEmail = injection.map((text) => json('injected email', contactBody({ email: text }), 'email'));
const unknownField = fc
  .oneof(fc.constantFrom('__proto__', 'constructor', 'state', 'chat_id', 'parse_mode'), fc.string({ minLength: 1 }))
  .filter((name) => !FIELDS.includes(name) && name !== 'origin')
  .map((name) => {
    const body = JSON.stringify(contactBody()).slice(0, -1);
    const text = `${body},${JSON.stringify(name)}:"x"}`;
    return { kind: 'unknown field', body: text, contentType: JSON_TYPE, status: 400, field: name };
  });
const notObject = fc
  .jsonValue()
  .filter((value) => typeof value !== 'object' || value === null || Array.isArray(value))
  .map((value) => ({ ...json('no object', value, 'body') }));
const nested = fc.integer({ min: 100, max: 7_000 }).map((depth): Hostile => {
  return { kind: 'nested', body: '['.repeat(depth) + ']'.repeat(depth), contentType: JSON_TYPE, status: 400 };
});
const noJson = fc
  .oneof(fc.string(), fc.constant('{"id":'), fc.constant("{'id':1}"), fc.constant('NaN'))
  .filter((text) => {
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  })
  .map((body): Hostile => ({ kind: 'no JSON', body, contentType: JSON_TYPE, status: 400, field: 'body' }));
const brokenUtf8 = fc
  .tuple(fc.constantFrom([0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f]), fc.integer({ min: 0, max: 200 }))
  .map(([bytes, at]): Hostile => {
    const whole = new TextEncoder().encode(JSON.stringify(contactBody()));
    const body = new Uint8Array([...whole.slice(0, at), ...bytes, ...whole.slice(at)]);
    return { kind: 'broken UTF-8', body, contentType: JSON_TYPE, status: 400, field: 'body' };
  });
const wrongContent = fc
  .constantFrom('text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp', '*/*', 'x')
  .map((contentType): Hostile => {
    return { kind: 'wrong type of content', body: JSON.stringify(contactBody()), contentType, status: 415 };
  });
const oversize = fc.integer({ min: 16_385, max: 60_000 }).map((length): Hostile => {
  return { kind: 'oversize', body: 'x'.repeat(length), contentType: JSON_TYPE, status: 413 };
});
const megabyte = fc.constantFrom(JSON_TYPE, 'application/x-www-form-urlencoded').map((contentType): Hostile => {
  return { kind: 'a megabyte', body: '', announcedBytes: 1_048_576, contentType, status: 413 };
});
const badForm = fc
  .tuple(
    required.filter((field) => field !== 'id'),
    fc.constantFrom('', '%20'),
  )
  .map(([field, value]): Hostile => {
    const fields = ['name', 'subject', 'message', 'email'].map(
      (name) => `${name}=${name === field ? value : 'a%40b.bg'}`,
    );
    const contentType = 'application/x-www-form-urlencoded';
    return { kind: 'form', body: fields.join('&'), contentType, status: 400, field };
  });

const hostile = fc.oneof(
  wrongType,
  missing,
  blank,
  tooLong,
  injectedKey,
  injectedEmail,
  unknownField,
  notObject,
  nested,
  noJson,
  brokenUtf8,
  wrongContent,
  oversize,
  { arbitrary: megabyte, weight: 1 },
  badForm,
);

test(`answers ${HOSTILE_BODIES} hostile bodies with a problem that names the fault, never 500, and stores none`, async () => {
  const bodies: readonly Hostile[] = fc.sample<Hostile>(hostile, { numRuns: HOSTILE_BODIES, seed: SEED });
  const counts: Record<string, number> = {};
  for (const { kind, body, announcedBytes, contentType, status, field } of bodies) {
    const sender = { url: product.url, headers: { 'content-type': contentType } };
    const response = await (announcedBytes ? announceContact(sender, announcedBytes) : postContact(sender, body));
    const problem = await response.json();
    const told = `${kind}: ${JSON.stringify(problem)} for ${String(body).slice(0, 200)}`;
    expect(response.status, told).toBe(status);
    expect(response.headers.get('content-type'), told).toBe('application/problem+json');
    expect(Object.keys(problem), told).toEqual(expect.arrayContaining(['type', 'title', 'status', 'code', 'detail']));
    if (field !== undefined) expect(Object.keys(problem.errors), told).toContain(field.slice(0, 64));
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const db = await product.runtime.miniflare.getD1Database('OUTBOX_DB');
  const rows = await db.prepare('SELECT count(*) AS n FROM outbox').first<number>('n');
  process.stdout.write(`hostile bodies: ${JSON.stringify({ sent: bodies.length, stored: rows, ...counts })}\n`);
  expect(rows).toBe(0);
  expect(product.simulator.messages()).toEqual([]);
  expect(Object.keys(counts).length).toBe(15);
}, 120_000);

test('takes injections in the text as the text they are', async () => {
  for (const text of INJECTIONS.slice(0, 4)) {
    const response = await postContact({ url: product.url }, contactBody({ name: text, message: text }));
    expect(response.status).toBe(202);
    expect(product.simulator.messages().at(-1)?.message).toContain(`Name: ${text}\n`);
  }
});
