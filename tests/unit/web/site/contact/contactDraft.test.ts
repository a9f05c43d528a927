import { expect, test } from 'vitest';
import {
  type ContactDraft,
  clearDraft,
  firstSubject,
  messageId,
  readDraft,
  writeDraft,
} from '#web/site/contact/contactDraft.ts';

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

test.each(['', 'null', '{', '{"values":{}}', '{"values":1}', '[]'])('a spoiled draft (%s) is no draft', (stored) => {
  const store = memory();
  store.setItem('contact-draft', stored);
  expect(readDraft(store)).toBeNull();
});

test('the same words keep their key through every retry', () => {
  expect(messageId({ values, sent: { id, values } }, () => 'new')).toBe(id);
});

test('changed words are another message', () => {
  expect(messageId({ values: { ...values, message: 'Hello!' }, sent: { id, values } }, () => 'new')).toBe('new');
});

test('words never sent get a key', () => {
  expect(messageId({ values }, () => 'new')).toBe('new');
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
