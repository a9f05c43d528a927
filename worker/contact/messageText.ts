import { type ContactFields, hasVisibleText } from '#shared/contact/ContactRequest.ts';

/** Telegram's limit, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 4_096;

/** Everything that some program displays as a line break. */
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, bidirectional marks and invisible signs: they could make a text look different from what it is.
 * Joiners stay, because some scripts and emoji need them.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const HALF_CHARACTERS = /\p{Cs}/gu;

/** `text` on one line, so that no part of it can pass for a field of its own. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/g, ' ').trim();
}

/** `text` without control characters except newlines and tabs, and without lone surrogates. */
export function manyLines(text: string): string {
  return text.replace(HALF_CHARACTERS, '\ufffd').replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim();
}

/** `text` cut to at most `maxLength` UTF-16 units, never through a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Stands before each line a visitor wrote, so that no line of theirs can pass for one of ours. */
const QUOTE = '│ ';

/** `text` with each line marked as quoted, and no more than one empty line in a row. */
function quoted(text: string): string {
  return text
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => `${QUOTE}${line}`.trimEnd())
    .join('\n');
}

/** Printed under every message, so that people recognise one that was sent twice. */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`;
}

/**
 * The text that is sent: a title, a line per field, the message with its lines marked, and the short id. At most
 * `MAX_MESSAGE_LENGTH` long: a message near its limit of length that has over 130 lines is cut to fit, the sender's
 * details never are.
 */
export function messageText(id: string, fields: ContactFields): string {
  const line = (label: string, value = '') => (hasVisibleText(value) ? [`${label}: ${oneLine(value)}`] : []);
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
  return head + cutText(quoted(manyLines(fields.message)), MAX_MESSAGE_LENGTH - head.length - foot.length) + foot;
}
