import { describe, expect, test } from 'vitest';
import { readBoundedBytes, readBoundedJson } from '#worker/outbound/readBounded.ts';

function inPieces(bytes: Uint8Array, size: number): Response {
  let at = 0;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    }),
  );
}

describe('a JSON body of bounded length', () => {
  test('is put together from pieces that cut characters in two', async () => {
    const value = { text: 'Čačak – Пловдив – Ξάνθη' };
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    await expect(readBoundedJson(inPieces(bytes, 1), bytes.length)).resolves.toEqual(value);
  });

  test('is read no further than its bound', async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
      cancel() {
        cancelled = true;
      },
    });
    await expect(readBoundedJson(new Response(endless), 10_000)).rejects.toThrow(RangeError);
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(20);
  });

  test('that breaks off is no JSON', async () => {
    const bytes = new TextEncoder().encode('{"events":[{"id":');
    await expect(readBoundedJson(inPieces(bytes, 5), 1_000)).rejects.toThrow(SyntaxError);
    await expect(readBoundedJson(new Response(null), 1_000)).rejects.toThrow(SyntaxError);
  });
});

test('bytes of bounded length are put together from their pieces, and read no further than the bound', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index);
  expect(await readBoundedBytes(inPieces(bytes, 7), 1_000)).toEqual(bytes);
  await expect(readBoundedBytes(inPieces(bytes, 7), 999)).rejects.toThrow(RangeError);
});
