import { type ContactFields, hasVisibleText } from '#shared/contact/ContactRequest.ts';

/** Telegram's limit, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 4_096;

const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, bidirectional marks and invisible signs, which could disguise a text. Joiners stay, because some
 * scripts and emoji need them.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const HALF_CHARACTERS = /\p{Cs}/gu;

/** On one line, so that no part of it can look like a field of its own. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/g, ' ').trim();
}

/** Removes control characters except newlines and tabs; replaces lone surrogates. */
export function manyLines(text: string): string {
  return text.replace(HALF_CHARACTERS, '\ufffd').replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim();
}

export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Marks each line a visitor wrote, so that none can look like one of ours. */
const QUOTE = '│ ';

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
 * A title, a line per field, the quoted message and the short id. At most `MAX_MESSAGE_LENGTH` long: a message near its
 * limit with over 130 lines is cut to fit, the sender's details never are.
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
