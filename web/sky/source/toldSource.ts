import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { type AskOptions, ask, json } from '#web/kit/http/ask.ts';
import { newestFeed } from './newestFeed.ts';

const Told = v.object({ source: v.string(), primary: v.optional(PrimarySource) });

export interface ToldSource {
  readonly simulated: boolean;
  /** Undefined where the source is as ever: ground strokes that may guard. */
  readonly primary: PrimarySource | undefined;
}

/** What this page's stream has told of the source; undefined while it has told nothing. */
export function streamedSource(): ToldSource | undefined {
  const view = newestFeed.is?.view;
  return view && view.build !== null
    ? { simulated: view.source === 'simulated', primary: view.primary ?? undefined }
    : undefined;
}

/** The same, or what the status says, if the stream has told nothing yet. Undefined without an answer. */
export async function toldSource(options: Pick<AskOptions, 'fetch' | 'signal'>): Promise<ToldSource | undefined> {
  const streamed = streamedSource();
  if (streamed) return streamed;
  // A stale feed answers with 503, and with the same body.
  const asked = await ask(apiPaths.status, json(Told), { ...options, alsoRead: 503 });
  if (!asked.ok) return undefined;
  const { source, primary } = asked.value;
  return { simulated: source === 'simulated', primary };
}
