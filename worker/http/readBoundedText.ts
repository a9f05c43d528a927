import { HttpProblem } from './HttpProblem.ts';

/**
 * Reads the body as UTF-8 text of at most `maxBytes`.
 * @throws HttpProblem 413 if the body is longer, 400 if it is not UTF-8 or incomplete
 */
export async function readBoundedText(request: Request, maxBytes: number): Promise<string> {
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
