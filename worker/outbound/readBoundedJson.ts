/** @throws RangeError if longer than `maxBytes`, SyntaxError if not JSON, TypeError if the connection breaks */
export async function readBoundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const reader = response.body?.getReader();
  if (!reader) throw new SyntaxError('empty body');
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text + decoder.decode());
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new RangeError(`body exceeds ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
