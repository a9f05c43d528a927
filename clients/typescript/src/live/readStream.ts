import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_SILENCE_MS } from '../../../../shared/limits.ts';
import { refusedForMs } from '../../../../shared/wire/reconnectDelay.ts';
import type { WaitReason } from '../apiTypes.ts';
import { errorOf, headersOf, LightningError, type Ports } from '../getJson.ts';

/** `askedMs`: the pause that the server requested. */
export interface StreamEnd {
  readonly reason: WaitReason;
  readonly askedMs?: number | undefined;
}

/**
 * Opens one stream and passes each event to `take`, until that returns a reason to stop, the stream ends, or 45 s pass
 * without data.
 * @throws LightningError if the stream is refused permanently
 */
export async function readStream(
  ports: Ports,
  address: string,
  signal: AbortSignal,
  take: (event: EventSourceMessage) => Promise<StreamEnd | undefined>,
): Promise<StreamEnd> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort();
  let timer = setTimeout(fallSilent, STREAM_SILENCE_MS);
  try {
    const headers = { accept: 'text/event-stream', ...headersOf(ports) };
    const within = AbortSignal.any([signal, silence.signal]);
    const response = await ports.fetch(address, { headers, signal: within, cache: 'no-store' });
    if (!response.ok || !response.body) return await refusal(response);
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { reason: 'ended' };
      clearTimeout(timer);
      timer = setTimeout(fallSilent, STREAM_SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of events.splice(0)) {
        const end = await take(event);
        if (end) return end;
      }
    }
  } catch (error) {
    if (error instanceof LightningError) throw error;
    return { reason: silence.signal.aborted ? 'silent' : 'unreachable' };
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

async function refusal(response: Response): Promise<StreamEnd> {
  const { status, headers } = response;
  if (status !== 429 && status < 500) throw await errorOf(response);
  await response.body?.cancel();
  return { reason: 'refused', askedMs: refusedForMs(status, headers.get('retry-after')) };
}
