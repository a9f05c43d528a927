import * as v from 'valibot';
import { parseJson } from '#worker/outbound/readBounded.ts';
import { HttpProblem } from './HttpProblem.ts';

const MAX_BYTES = 32_768;

/** @throws HttpProblem 413 (over 32 kB by default), 415, or 400 naming each bad field and its rule */
export async function checkedBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_BYTES,
): Promise<v.InferOutput<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpProblem(415, 'unsupported-media-type', 'Send application/json.');
  return checked(schema, parsed(await readBodyText(request, maxBytes)));
}

/** @throws HttpProblem 400 naming each bad field and its rule */
export function checkedField<Schema extends v.GenericSchema>(
  field: string,
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  return checked(schema, value, `${field}.`);
}

function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown, before = ''): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors = new Map<string, string>();
  for (const issue of result.issues) {
    const field = (before + (v.getDotPath(issue) ?? 'body')).slice(0, 64);
    const missing = issue.type === 'strict_object' && issue.expected !== 'never';
    if (!errors.has(field) && errors.size < 20) {
      errors.set(field, missing ? 'required' : issue.expected === 'never' ? 'unknown' : issue.message);
    }
  }
  const detail = [...errors].map(([field, rule]) => `${field}: ${rule}`).join('; ');
  throw new HttpProblem(400, 'invalid-body', `${detail}.`, { errors: Object.fromEntries(errors) });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new HttpProblem(400, 'invalid-body', 'body: jsonExpected.', { errors: { body: 'jsonExpected' } });
  }
}

/** @throws HttpProblem 413 if the body is longer than `maxBytes`, 400 if it is not UTF-8 or incomplete */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new HttpProblem(413, 'body-too-large', `The body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const reader = request.body?.getReader();
  if (!reader) return '';
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new HttpProblem(400, 'invalid-body', 'The body is not valid UTF-8 or is incomplete.', {
      errors: { body: 'encoding' },
    });
  }
  await reader.cancel();
  throw tooLarge();
}
