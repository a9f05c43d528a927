import { contactBody } from './contactBody.ts';

/** The longest bodies that the contact call reads. A form may be longer, because URL encoding triples a byte. */
const JSON_BYTES = 16_384;
const FORM_BYTES = 3 * 16_384;

/** A body made to cost time. */
export interface CostlyBody {
  readonly name: string;
  readonly type: 'json' | 'form';
  readonly text: string;
}

function filled(start: string, unit: string, length: number): string {
  return start + unit.repeat(Math.floor((length - start.length) / unit.length));
}

const form = (field: string, unit: string): CostlyBody => ({
  name: `form, ${field} of ${unit}`,
  type: 'form',
  text: filled(`name=A&subject=S&message=M&email=a%40b.bg&${field}=`, unit, FORM_BYTES),
});

function json(field: string, unit: string): CostlyBody {
  const room = JSON_BYTES - JSON.stringify(contactBody({ [field]: '' })).length;
  const text = filled('', unit, Math.floor(room / (JSON.stringify(unit).length - 2)) * unit.length);
  return {
    name: `JSON, ${field} of ${JSON.stringify(unit)}`,
    type: 'json',
    text: JSON.stringify(contactBody({ [field]: text })),
  };
}

const keys = (separator: (at: number) => string, start: string, length: number) => {
  let text = start;
  for (let at = 0; text.length < length - 12; at += 1) text += separator(at);
  return text;
};

/** Fields filled with what patterns dislike, the worst addresses, and bodies of many parts. */
export function costlyBodies(): CostlyBody[] {
  const email = `name=A&subject=S&message=M&email=a@${'.'.repeat(FORM_BYTES)}`.slice(0, FORM_BYTES);
  const manyKeys = `${keys((at) => `,"${at.toString(36)}":1`, '{"a":1', JSON_BYTES)}}`;
  const longest = JSON.stringify(contactBody({ message: '\n.'.repeat(1_500) }));
  return [
    form('name', '%e2%80%8b'),
    form('message', '%0a'),
    form('website', 'a@b.'),
    { name: 'form, email of one @ and dots', type: 'form', text: email },
    { name: 'form, email of dots and a late @', type: 'form', text: `${email.slice(0, -1)}@` },
    { name: 'form, many fields', type: 'form', text: keys((at) => `&${at.toString(36)}`, 'a', FORM_BYTES) },
    { name: 'form, one field many times', type: 'form', text: 'a&'.repeat(FORM_BYTES / 2) },
    json('name', '\u0301'),
    json('message', '\u200b'),
    { name: 'JSON, many keys', type: 'json', text: manyKeys },
    { name: 'JSON, nested', type: 'json', text: '['.repeat(JSON_BYTES / 2) + ']'.repeat(JSON_BYTES / 2) },
    { name: 'JSON, a longest message that is taken', type: 'json', text: longest },
  ];
}
