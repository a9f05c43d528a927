/** @throws RangeError if longer than `maxBytes`, SyntaxError as `parseJson`, TypeError if the connection breaks */
export async function readBoundedJson(response: Response, maxBytes: number): Promise<unknown> {
  return parseJson(await readBoundedText(response, maxBytes));
}

/** More than any real sender uses: time and memory for deeper nesting grow faster than the length. */
const MOST_DEPTH = 64;

/** @throws SyntaxError if `text` is not JSON, or nested deeper than 64 */
export function parseJson(text: string): unknown {
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (isQuoted) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) isQuoted = false;
    } else if (char === QUOTE) isQuoted = true;
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      depth += 1;
      if (depth > MOST_DEPTH) throw new SyntaxError(`nested deeper than ${MOST_DEPTH}`);
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth -= 1;
  }
  return JSON.parse(text);
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Text in UTF-8. @throws RangeError if longer than `maxBytes`, TypeError if the connection breaks */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of boundedChunks(response, maxBytes)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const MAX_LINE = 65_536;

/** Lines of a text, each with its line feed; the last may have none. Lazy: each line is created when it is read. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end + 1;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * `linesOf` a text in UTF-8.
 * @throws RangeError if longer than `maxBytes`, of more than `maxLines`, or with one of more than 64 kB; TypeError if
 * the connection breaks
 */
export async function* boundedLines(response: Response, maxBytes: number, maxLines: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  let lines = 0;
  for await (const chunk of boundedChunks(response, maxBytes)) {
    const text = begun + decoder.decode(chunk, { stream: true });
    begun = '';
    for (const line of linesOf(text)) {
      if (line.length > MAX_LINE) throw new RangeError(`a line exceeds ${MAX_LINE} characters`);
      if (!line.endsWith('\n')) begun = line;
      else {
        lines += 1;
        if (lines > maxLines) throw new RangeError(`more than ${maxLines} lines`);
        yield line;
      }
    }
  }
  begun += decoder.decode();
  if (begun !== '') yield begun;
}

/** @throws RangeError if longer than `maxBytes`, TypeError if the connection breaks */
export async function readBoundedBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of boundedChunks(response, maxBytes)) {
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function* boundedChunks({ body }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new RangeError(`body exceeds ${maxBytes} bytes`);
    }
    yield value;
  }
}
