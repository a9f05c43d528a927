/**
 * The baseline of fan-out on workerd: a Durable Object that holds streams and enqueues the bytes it is sent to each.
 * `GET` opens a stream, `POST` broadcasts its body. No filters, ring, resume or heartbeats: what the platform costs.
 */
export class Relay {
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  async fetch(request: Request): Promise<Response> {
    if (request.method === 'GET') return this.open();
    const frame = new Uint8Array(await request.arrayBuffer());
    for (const stream of this.streams) stream.enqueue(frame);
    return new Response();
  }

  private open(): Response {
    let stream: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
        controller.enqueue(new TextEncoder().encode(': hello\n\n'));
        this.streams.add(controller);
      },
      cancel: () => {
        this.streams.delete(stream);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Bound by wrangler.toml; nobody calls it. */
export class Feed {}

export class Watch {}

export class Nowcast {}
export class Hindcast {}
export class CrossCheck {}
export class KeyMeter {}

interface Bindings {
  readonly RELAY: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
}

export default {
  fetch: (request: Request, { RELAY }: Bindings): Promise<Response> => RELAY.getByName('relay').fetch(request),
};
