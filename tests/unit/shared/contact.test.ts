import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CONTACT_MAX_LENGTH, ContactRequest, contactErrors, isEmail } from '#shared/contact.ts';

const good = { name: 'Ana', email: 'ana@example.org', subject: 'Hello', message: 'A question' };
const id = '7b1c0f7e-3d55-4c5e-9a0e-2f6d8f5f3a11';
const accepts = (input: unknown) => v.safeParse(ContactRequest, input).success;

test('name, email, subject and message are required; company and phone are not', () => {
  expect(contactErrors(good)).toEqual({});
  expect(contactErrors({ ...good, company: '', phone: '' })).toEqual({});
  expect(contactErrors({})).toEqual({
    name: 'nameRequired',
    email: 'emailRequired',
    subject: 'subjectRequired',
    message: 'messageRequired',
  });
});

test('blanks are nothing', () => {
  expect(contactErrors({ name: ' ', email: '\t', subject: '\n', message: '\u00a0' })).toEqual(contactErrors({}));
});

const INVISIBLE = {
  'zero-width spaces': '\u200b\u200b',
  joiners: '\u200c\u200d\u2060',
  'a byte order mark': '\ufeff',
  'control characters': '\u0000\u0007\u001b',
  'Hangul fillers': '\u3164\u115f\uffa0',
  'variation selectors': '\ufe0f\ufe0f',
  'an empty Braille cell': '\u2800',
  tags: '\u{e0041}\u{e0042}',
  'soft hyphens': '\u00ad',
  'halves of characters': '\ud800',
  'wide blanks': '\u3000\u2003',
};

test.each(Object.entries(INVISIBLE))('%s are nothing either: each required field is named', (_, text) => {
  expect(contactErrors({ name: text, email: text, subject: text, message: text })).toMatchObject({
    name: 'nameRequired',
    email: 'emailRequired',
    subject: 'subjectRequired',
    message: 'messageRequired',
  });
  expect(contactErrors({ ...good, email: `${text}@b.c` })).toEqual({ email: 'emailInvalid' });
});

test('signs of every script can be seen', () => {
  for (const text of ['.', '⚡', '👍🏽', '❤️', 'Щ', 'क्‍ष', '…']) {
    expect(contactErrors({ ...good, name: text, subject: text, message: text })).toEqual({});
  }
});

test('an email is text, one @, text, dot, text, in any alphabet', () => {
  const faults = (emails: string) => emails.split(',').map((email) => contactErrors({ ...good, email }).email);
  expect(new Set(faults('a@b.c,ana.petrova+x@mail.example.bg,ана@пример.бг, ana@example.org '))).toEqual(
    new Set([undefined]),
  );
  const wrong = 'ana,ana@,@b.c,ana@example,ana@.bg,ana@bg.,a b@c.d,a@b@c.d,ana@.,ana@ example.org';
  expect(new Set(faults(wrong))).toEqual(new Set(['emailInvalid']));
});

test('an email is judged as the pattern it replaces judged it', () => {
  const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const signs = fc.array(fc.constantFrom('a', '@', '.', ' ', '\n', 'я'), { maxLength: 9 });
  fc.assert(
    fc.property(signs, (parts) => isEmail(parts.join('')) === pattern.test(parts.join(''))),
    { numRuns: 5_000 },
  );
});

test('longest values are taken, longer ones refused, and all of them together fit one chat message', () => {
  for (const [field, length] of Object.entries(CONTACT_MAX_LENGTH)) {
    const text = field === 'email' ? `${'a'.repeat(length - 4)}@b.c` : 'x'.repeat(length);
    expect(contactErrors({ ...good, [field]: text })).toEqual({});
    expect(contactErrors({ ...good, [field]: `x${text}` })).toEqual({ [field]: 'tooLong' });
  }
  const sum = Object.values(CONTACT_MAX_LENGTH).reduce((total, length) => total + length, 0);
  expect(sum).toBeLessThan(4_096 - 250);
});

test('a request is what the API says and nothing else', () => {
  expect(accepts({ id, ...good })).toBe(true);
  expect(accepts({ id, ...good, company: 'C', phone: '+359', language: 'bg', website: '', filledMs: 5_000 })).toBe(
    true,
  );
  expect(accepts(good)).toBe(false);
  expect(accepts({ id: '42', ...good })).toBe(false);
  expect(accepts({ id, ...good, admin: true })).toBe(false);
  expect(accepts({ id, ...good, name: ['Ana'] })).toBe(false);
  expect(accepts({ id, ...good, filledMs: -1 })).toBe(false);
  expect(accepts(null)).toBe(false);
});

test('every fault has a code that names it', () => {
  const codes = (input: unknown) => v.safeParse(ContactRequest, input).issues?.map(({ message }) => message);
  expect(codes(good)).toEqual(['idRequired']);
  expect(codes({ id: '42', ...good })).toEqual(['idInvalid']);
  expect(codes({ id, ...good, admin: true })).toEqual(['unknown']);
  expect(codes({ id, ...good, subject: undefined })).toEqual(['subjectRequired']);
  expect(codes('text')).toEqual(['objectExpected']);
});

test('values are trimmed', () => {
  expect(v.parse(ContactRequest, { id, ...good, name: '  Ana ', message: ' A\nB ' })).toMatchObject({
    name: 'Ana',
    message: 'A\nB',
  });
});
