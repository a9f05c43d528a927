import { contactBody } from './contactBody.ts';

/** The longest bodies that the contact call reads. A form may be longer, because URL encoding triples a byte. */
export const JSON_BYTES = 16_384;
export const FORM_BYTES = 3 * 16_384;

/** A body made to cost time. */
export interface CostlyBody {
  readonly name: string;
  readonly type: 'json' | 'form';
  readonly text: string;
}

const FIELDS = { id: '', name: 'Ana', email: 'a@b.bg', subject: 'S', message: 'M' };

function form(field: string, unit: string): string {
  const others = Object.entries({ ...FIELDS, [field]: '' })
    .filter(([name]) => name !== field && name !== 'id')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const start = `${others.join('&')}&${field}=`;
  return start + unit.repeat(Math.floor((FORM_BYTES - start.length) / unit.length));
}

function json(field: string, unit: string): string {
  const empty = JSON.stringify(contactBody({ [field]: '' }));
  const room = JSON_BYTES - empty.length;
  const escaped = JSON.stringify(unit).length - 2;
  return JSON.stringify(contactBody({ [field]: unit.repeat(Math.floor(room / escaped)) }));
}

/** Names such as `0`, `1`, `a`, as many as fit. */
function manyFields(): string {
  let text = 'a';
  for (let at = 0; text.length < FORM_BYTES - 8; at += 1) text += `&${at.toString(36)}`;
  return text;
}

function manyKeys(): string {
  let text = '{"a":1';
  for (let at = 0; text.length < JSON_BYTES - 12; at += 1) text += `,"${at.toString(36)}":1`;
  return `${text}}`;
}

const UNITS: Readonly<Record<string, string>> = {
  dots: '.',
  'at signs': '@',
  'a@b.': 'a@b.',
  blanks: ' ',
  'line breaks': '\n',
  'unseen characters': '\u200b',
  'combining marks': '\u0301',
  letters: 'x',
};

/** The family: each field filled to the limit with each unit, a pattern's worst cases, and bodies of many parts. */
export function costlyBodies(): CostlyBody[] {
  const filled = ['name', 'email', 'message', 'website'].flatMap((field) =>
    Object.entries(UNITS).flatMap(([name, unit]): CostlyBody[] => [
      { name: `form, ${field} of ${name}`, type: 'form', text: form(field, encodeURIComponent(unit)) },
      { name: `form, ${field} of ${name} as they are`, type: 'form', text: form(field, unit) },
      { name: `JSON, ${field} of ${name}`, type: 'json', text: json(field, unit) },
    ]),
  );
  const email = (text: string) => `name=A&subject=S&message=M&email=${text}`.slice(0, FORM_BYTES);
  return [
    ...filled,
    { name: 'form, email of one @ and dots', type: 'form', text: email(`a@${'.'.repeat(FORM_BYTES)}`) },
    {
      name: 'form, email of dots and a late @',
      type: 'form',
      text: `${email(`a@${'.'.repeat(FORM_BYTES)}`).slice(0, -1)}@`,
    },
    { name: 'form, many fields', type: 'form', text: manyFields() },
    { name: 'form, one field many times', type: 'form', text: 'a&'.repeat(FORM_BYTES / 2) },
    { name: 'JSON, many keys', type: 'json', text: manyKeys() },
    { name: 'JSON, nested', type: 'json', text: '['.repeat(JSON_BYTES / 2) + ']'.repeat(JSON_BYTES / 2) },
    {
      name: 'JSON, a longest message that is taken',
      type: 'json',
      text: JSON.stringify(contactBody({ message: '\n.'.repeat(1_500) })),
    },
  ];
}
