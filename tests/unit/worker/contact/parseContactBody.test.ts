import { describe, expect, test } from 'vitest';
import { contactBody } from '#tests/support/contact/contactBody.ts';
import { costlyBodies } from '#tests/support/contact/hostileContactBodies.ts';
import { parseFormBody, parseJsonBody } from '#worker/contact/parseContactBody.ts';

const errorsOf = (text: string) => {
  const body = parseJsonBody(text);
  return body.ok ? undefined : body.errors;
};

describe('a JSON body', () => {
  test('is taken trimmed, with its key in small letters', () => {
    const id = '0A1B2C3D-1111-4222-8333-444455556666';
    const body = parseJsonBody(JSON.stringify(contactBody({ id, name: '  Ana ' })));
    expect(body).toMatchObject({ ok: true, request: { id: id.toLowerCase(), name: 'Ana' } });
  });

  test('names every fault by its field', () => {
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

  test.each(['[]', 'null', '7', '"text"'])('that is %s is told that an object is expected', (text) => {
    expect(errorsOf(text)).toEqual({ body: 'objectExpected' });
  });

  test('that is no JSON is told so', () => {
    expect(errorsOf('{"id":')).toEqual({ body: 'jsonExpected' });
  });

  test('with a field called __proto__ has that field at fault and nothing else changed', () => {
    const errors = errorsOf(`${JSON.stringify(contactBody()).slice(0, -1)},"__proto__":{"x":1}}`);
    expect(Object.entries(errors ?? {})).toEqual([['__proto__', 'unknown']]);
  });

  test('cannot make the answer longer than twenty faults of 64 letters', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(200)}`, 1]));
    const errors = Object.keys(errorsOf(JSON.stringify(many)) ?? {});
    expect(errors.length).toBeLessThanOrEqual(20);
    expect(Math.max(...errors.map((name) => name.length))).toBe(64);
  });
});

test.each(['form', 'json'])('a hostile %s is judged in a moment, whatever it is made of', async (type) => {
  // Far from the budget of the bench, and far below the seconds that a quadratic pattern takes.
  for (const body of costlyBodies().filter((costly) => costly.type === type)) {
    const startMs = performance.now();
    if (body.type === 'json') parseJsonBody(body.text);
    else await parseFormBody(body.text);
    expect(performance.now() - startMs, body.name).toBeLessThan(500);
  }
});

describe('a form body', () => {
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ name: 'Ana', email: 'a@b.bg', subject: 'S', message: 'one\r\ntwo', ...fields }).toString();

  test('gets a key from its words: the same words the same, others another', async () => {
    const [first, again, other] = await Promise.all([form({}), form({}), form({ subject: 'T' })].map(parseFormBody));
    if (!first?.ok || !again?.ok || !other?.ok) throw new Error('all three are well');
    expect(first.request.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again.request.id).toBe(first.request.id);
    expect(other.request.id).not.toBe(first.request.id);
  });

  test('has its line ends as people typed them, so that a text of full length is not too long', async () => {
    const body = await parseFormBody(form({ message: `${'x\r\n'.repeat(1_499)}xx` }));
    expect(body).toMatchObject({ ok: true });
  });

  test('gives back what was typed beside its faults', async () => {
    const body = await parseFormBody(form({ email: 'nobody' }));
    expect(body).toMatchObject({
      ok: false,
      errors: { email: 'emailInvalid' },
      values: { email: 'nobody', name: 'Ana' },
    });
  });

  test('of thousands of fields is refused before it is parsed', async () => {
    const body = await parseFormBody('a&'.repeat(20_000));
    expect(body).toEqual({ ok: false, errors: { body: 'tooManyFields' }, values: {} });
  });

  test('with a field twice is refused', async () => {
    expect(await parseFormBody(`${form({})}&name=Eva`)).toMatchObject({ ok: false, errors: { name: 'repeated' } });
  });
});
