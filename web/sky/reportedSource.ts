import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { json, type RequestOptions, requestApi } from '#web/kit/http/requestApi.ts';
import { newestFeed } from './FeedView.ts';

const Reported = v.object({ source: v.string(), primary: v.optional(PrimarySource) });

interface ReportedSource {
  readonly simulated: boolean;
  /** Undefined for the usual source: ground strokes that may be used for alerts. */
  readonly primary: PrimarySource | undefined;
}

/** The source as sent by this page's stream; undefined before that. */
export function streamedSource(): ReportedSource | undefined {
  const view = newestFeed.is?.view;
  return view && view.build !== null
    ? { simulated: view.source === 'simulated', primary: view.primary ?? undefined }
    : undefined;
}

/** The streamed source, or the one in the status if there is none yet. Undefined if the request fails. */
export async function reportedSource(
  options: Pick<RequestOptions, 'fetch' | 'signal'>,
): Promise<ReportedSource | undefined> {
  const streamed = streamedSource();
  if (streamed) return streamed;
  // For a stale feed the status is 503, with the same body.
  const result = await requestApi(apiPaths.status, json(Reported), { ...options, alsoRead: 503 });
  if (!result.ok) return undefined;
  const { source, primary } = result.value;
  return { simulated: source === 'simulated', primary };
}

const AS_EVER: ReportedSource = { simulated: false, primary: undefined };

/** The source, with or without a map; the usual one until the server reports another. */
export function useReportedSource(): ReportedSource {
  const [reported, setReported] = useState(() => streamedSource() ?? AS_EVER);
  useEffect(() => {
    const leaving = new AbortController();
    reportedSource({ signal: leaving.signal }).then((received) => {
      // If the request fails, the map shows that.
      if (received && !leaving.signal.aborted) setReported(received);
    });
    return () => leaving.abort();
  }, []);
  return reported;
}
