import type { ContactFields } from '#shared/contact/ContactRequest.ts';

/** Longest message Telegram takes, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 4_096;

/** Whatever some program shows as the end of a line. */
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/**
 * Controls, marks that turn the direction of writing, and signs without a picture: what is read must be what was
 * written. Joiners stay, because scripts and emoji need them.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const HALF_CHARACTERS = /\p{Cs}/gu;

/** `text` on one line: nothing in it can pass for a line of its own. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/g, ' ').trim();
}

/** `text` with newlines as its only control characters (and tabs), and no half of a surrogate pair. */
export function manyLines(text: string): string {
  return text.replace(HALF_CHARACTERS, '\ufffd').replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim();
}

/** `text` cut to at most `length` UTF-16 units, never through a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** The sign by which people tell a message that came twice. */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`;
}

/**
 * The text that people get: a title, one line for each field, the message and the short id. At most
 * `MAX_MESSAGE_LENGTH` long: the message gives way, never what says who wrote.
 */
export function messageText(id: string, fields: ContactFields): string {
  const line = (label: string, value = '') => (oneLine(value) === '' ? [] : [`${label}: ${oneLine(value)}`]);
  const head = [
    'Contact form: new message',
    ...line('Name', fields.name),
    ...line('Email', fields.email),
    ...line('Company', fields.company),
    ...line('Phone', fields.phone),
    ...line('Subject', fields.subject),
    'Message:',
    '',
  ].join('\n');
  const foot = `\n${shortId(id)}`;
  return head + cutText(manyLines(fields.message), MAX_MESSAGE_LENGTH - head.length - foot.length) + foot;
}
