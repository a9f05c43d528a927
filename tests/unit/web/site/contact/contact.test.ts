import { expect, test } from 'vitest';
import {
  type ContactDraft,
  clearDraft,
  firstSubject,
  isFull,
  messageId,
  readDraft,
  refusedFields,
  submitContact,
  writeDraft,
} from '#web/site/contact/contact.ts';

const values = { name: 'Ana', email: 'a@b.c', company: '', phone: '', subject: 'Hi', message: 'Hello' };
const id = '7b1c0f7e-3d55-4c5e-9a0e-2f6d8f5f3a11';

function memory() {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

test('what was typed survives a reload, with the key it was sent under, until it is cleared', () => {
  const store = memory();
  const draft: ContactDraft = { values, sent: { id, values } };
  writeDraft(store, draft);
  expect(readDraft(store)).toEqual(draft);
  clearDraft(store);
  expect(readDraft(store)).toBeNull();
});

test.each(['', 'null', '{', '{"values":{}}', '[]'])('a spoiled draft (%s) is no draft', (stored) => {
  const store = memory();
  store.setItem('contact-draft', stored);
  expect(readDraft(store)).toBeNull();
});

test('the same words keep their key through every retry; changed words, or words never sent, get another', () => {
  const newId = () => 'new';
  expect(messageId({ values, sent: { id, values } }, newId)).toBe(id);
  expect(messageId({ values: { ...values, message: 'Hello!' }, sent: { id, values } }, newId)).toBe('new');
  expect(messageId({ values }, newId)).toBe('new');
});

test.each([
  ['?plan=basic', '', 'Plan basic'],
  ['?plan=basic', 'Plan enterprise', 'Plan basic'],
  ['?plan=basic', 'A question', 'A question'],
  ['?plan=gold', '', ''],
  ['', 'Plan basic', 'Plan basic'],
])(
  'the plan that was chosen last is the subject, unless another was typed: %s, “%s” → “%s”',
  (query, typed, subject) => {
    expect(firstSubject(query, typed, (plan) => `Plan ${plan}`)).toBe(subject);
  },
);

const request = { id, name: 'Ana', email: 'a@b.c', subject: 'Hi', message: 'Hello' };
let asked = 0;
const submitTo = (answer: () => Response) => {
  asked = 0;
  const fetch = async () => {
    asked += 1;
    return answer();
  };
  return submitContact(request, { fetch, wait: async () => undefined });
};

test('a 202 is success', async () => {
  expect(await submitTo(() => Response.json({ id, status: 'queued' }, { status: 202 }))).toMatchObject({ ok: true });
});

test('faults the server found are tied to their fields; what is no field or no code is left out', async () => {
  const errors = { email: 'emailInvalid', name: 'nonsense', hasOwnProperty: 'tooLong', subject: 'tooLong' };
  const sent = await submitTo(() => Response.json({ errors }, { status: 400 }));
  expect(!sent.ok && refusedFields(sent)).toEqual({ email: 'emailInvalid', subject: 'tooLong' });
  const noJson = await submitTo(() => new Response('<html>', { status: 429 }));
  expect(!noJson.ok && refusedFields(noJson)).toEqual({});
});

test('a day that is full is told from other failures, and asked about once', async () => {
  const full = { status: 503, headers: { 'retry-after': '43200' } };
  const sent = await submitTo(() => Response.json({ code: 'too-many' }, full));
  expect([!sent.ok && isFull(sent), asked]).toEqual([true, 1]);
  const lost = await submitTo(() =>
    Response.json({ code: 'delivery-failed' }, { ...full, headers: { 'retry-after': '30' } }),
  );
  expect([!lost.ok && isFull(lost), asked]).toEqual([false, 4]);
});

test('a server that keeps failing, and none at all, are told apart', async () => {
  expect(await submitTo(() => new Response(null, { status: 503 }))).toEqual({ ok: false, trouble: 'busy' });
  const none = submitTo(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await none).toEqual({ ok: false, trouble: 'offline' });
});
