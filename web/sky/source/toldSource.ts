import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { type AskOptions, ask, json } from '#web/kit/http/ask.ts';
import { newestFeed } from './newestFeed.ts';

const Told = v.object({ source: v.string(), primary: v.optional(PrimarySource) });

interface ToldSource {
  readonly simulated: boolean;
  /** Undefined for the usual source: ground strokes that may be used for alerts. */
  readonly primary: PrimarySource | undefined;
}

/** The source as sent by this page's stream; undefined before that. */
export function streamedSource(): ToldSource | undefined {
  const view = newestFeed.is?.view;
  return view && view.build !== null
    ? { simulated: view.source === 'simulated', primary: view.primary ?? undefined }
    : undefined;
}

/** The streamed source, or the one in the status if there is none yet. Undefined if the request fails. */
export async function toldSource(options: Pick<AskOptions, 'fetch' | 'signal'>): Promise<ToldSource | undefined> {
  const streamed = streamedSource();
  if (streamed) return streamed;
  // For a stale feed the status is 503, with the same body.
  const asked = await ask(apiPaths.status, json(Told), { ...options, alsoRead: 503 });
  if (!asked.ok) return undefined;
  const { source, primary } = asked.value;
  return { simulated: source === 'simulated', primary };
}

const AS_EVER: ToldSource = { simulated: false, primary: undefined };

/** The source, with or without a map; the usual one until the server reports another. */
export function useToldSource(): ToldSource {
  const [told, setTold] = useState(() => streamedSource() ?? AS_EVER);
  useEffect(() => {
    const leaving = new AbortController();
    toldSource({ signal: leaving.signal }).then((heard) => {
      // If the request fails, the map shows that.
      if (heard && !leaving.signal.aborted) setTold(heard);
    });
    return () => leaving.abort();
  }, []);
  return told;
}
