import { EventSource } from 'eventsource';
import { refusedForMs } from '#shared/wire/reconnectDelay.ts';
import type { EventStream } from './FeedConnection.ts';

/** Opens a stream as a browser's EventSource does, but one that knows why the server refused it. */
export function openEventStream(url: string): EventStream {
  let refusal: number | undefined;
  const source = new EventSource(url, {
    fetch: async (input, init) => {
      refusal = undefined;
      const response = await fetch(input, init);
      refusal = refusedForMs(response.status, response.headers.get('retry-after'));
      return response;
    },
  });
  return {
    get readyState() {
      return source.readyState;
    },
    get refusedForMs() {
      return refusal;
    },
    addEventListener: (type, listener) => source.addEventListener(type, listener),
    close: () => source.close(),
  };
}
