import { get, type IncomingHttpHeaders } from 'node:http';

/** One request for a stream, as it was answered. It reads on until it is closed from either side. */
export interface OpenedStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** From the request to the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** What has arrived so far. */
  text(): string;
  /** Resolves once the response has ended, on either side. */
  readonly ended: Promise<void>;
  /** Ends the connection as a browser does that is closed. */
  close(): void;
}

/** Asks for a stream from `address`; resolves with the first byte. Rejects if the connection breaks before. */
export function openStream(baseUrl: string, address: string, query = 'tiles=4/9/5'): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const requestedMs = performance.now();
    const headers = { 'cf-connecting-ip': address };
    const request = get(`${baseUrl}/api/v1/live?${query}`, { agent: false, headers }, (response) => {
      let text = '';
      const ended = new Promise<void>((end) => response.once('close', () => end()));
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('data', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          firstByteMs: performance.now() - requestedMs,
          text: () => text,
          ended,
          close: () => request.destroy(),
        }),
      );
    });
    request.on('error', reject);
  });
}
