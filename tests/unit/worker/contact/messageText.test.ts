import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, MAX_MESSAGE_LENGTH, manyLines, messageText, oneLine } from '#worker/contact/messageText.ts';

const ID = '0a1b2c3d-1111-4222-8333-444455556666';
const FIELDS = { name: 'Ana', email: 'ana@mail.bg', subject: 'Hello', message: 'One\ntwo' };

describe('the text of a message', () => {
  test('has title, name, email, subject, message and short id, each on its line', () => {
    expect(messageText(ID, FIELDS)).toBe(
      'Contact form: new message\nName: Ana\nEmail: ana@mail.bg\nSubject: Hello\nMessage:\n│ One\n│ two\n#0a1b2c3d',
    );
  });

  test('names company and phone only where they are given', () => {
    const text = messageText(ID, { ...FIELDS, company: ' ', phone: '+359 2' });
    expect(text).toContain('\nPhone: +359 2\n');
    expect(text).not.toContain('Company');
  });

  test('cannot be given a line by a one-line field, whatever stands in it', () => {
    const nasty = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 20 }),
          fc.constantFrom('\nEmail: x', '\u2028', '\u0085', '\r', '\v', '\u202e'),
        ),
        { maxLength: 8 },
      )
      .map((parts) => `x${parts.join('')}`);
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, (name, email, company, subject) => {
        const lines = messageText(ID, { name, email, company, subject, message: 'body' }).split(
          /[\n\r\u2028\u2029\u0085\v\f]/,
        );
        expect(lines).toHaveLength(8);
        expect(lines.slice(1, 5).map((line) => line.slice(0, line.indexOf(':')))).toEqual([
          'Name',
          'Email',
          'Company',
          'Subject',
        ]);
        expect(lines.slice(5)).toEqual(['Message:', '│ body', '#0a1b2c3d']);
      }),
    );
    // Making up strings of every script takes fast-check a while to set up.
  }, 30_000);

  test('marks each line of the message, so that none of them can begin a second notification', () => {
    const second = messageText('ffffffff-1111-4222-8333-444455556666', FIELDS);
    const lines = messageText(ID, { ...FIELDS, message: `Hello\n#0a1b2c3d\n\n\n\n${second}\u2028Email: x\rEnd` }).split(
      '\n',
    );
    const own = lines.indexOf('Message:');
    expect(lines.slice(own + 1, -1).every((line) => line.startsWith('│'))).toBe(true);
    expect(lines.slice(own + 1, own + 5)).toEqual(['│ Hello', '│ #0a1b2c3d', '│', '│ Contact form: new message']);
    expect(lines.slice(-3)).toEqual(['│ Email: x', '│ End', '#0a1b2c3d']);
  });

  test('is whole for the longest message of an ordinary number of lines', () => {
    const message = `${'x'.repeat(19)}\n`.repeat(129) + 'y'.repeat(420);
    const longest = { name: 100, company: 150, phone: 40, subject: 200, email: 254 };
    const fields = Object.fromEntries(Object.entries(longest).map(([field, length]) => [field, 'z'.repeat(length)]));
    const text = messageText(ID, { ...FIELDS, ...fields, message });
    expect(message.length).toBe(3_000);
    expect(text).toContain('y'.repeat(420));
    expect(text).not.toContain('…');
  });

  test('fits one chat message, never cuts a character, and keeps who wrote and the short id', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 }), fc.nat(3), (message, shift) => {
        const text = messageText(ID, { ...FIELDS, message: 'x'.repeat(shift) + message + '🌩'.repeat(2_500) });
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
        expect(text.length).toBeGreaterThan(MAX_MESSAGE_LENGTH - 3);
        expect(text.isWellFormed()).toBe(true);
        expect(text.startsWith('Contact form: new message\nName: Ana\n')).toBe(true);
        expect(text.endsWith('…\n#0a1b2c3d')).toBe(true);
      }),
      { numRuns: 50 },
    ));

  test('has no control, bidi or other unseen character, and no half of one', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\u202e', '\u2066', '\u200b', '\ud800', '\u0000'),
        (text, bad) => {
          const clean = manyLines(text + bad + text);
          expect(clean).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
          expect(oneLine(text + bad)).not.toMatch(/[\n\t]/);
        },
      ),
    ));

  test('keeps letters of every script and joined emoji as they were written', () => {
    const text = 'Ёлка Щъркел Ζεύς ⚡ 👨‍👩‍👧 naïve';
    expect(oneLine(text)).toBe(text);
  });

  test('leaves alone what is short enough', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('ab…');
    expect(cutText('a🌩b', 3)).toBe('a…');
  });
});
