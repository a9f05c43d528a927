/** The first `maxBytes` of the body as text. The rest is not waited for. */
export async function answerStart(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes < maxBytes) continue;
    await reader.cancel();
    return text.slice(0, maxBytes);
  }
}
