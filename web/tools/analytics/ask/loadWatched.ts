import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { AreasBody, Source } from '#shared/wire/FeedEvent.ts';
import { type Asked, askApi } from '#web/kit/http/askApi.ts';

const Answer = v.object({ source: Source, areas: AreasBody });

/** What is always watched, and whether it is real. */
export interface Watched {
  readonly home: BBox;
  readonly simulated: boolean;
}

/** Asks the status, which is a 503 with a body while the feed is down. */
export async function loadWatched(signal: AbortSignal): Promise<Asked<Watched>> {
  const asked = await askApi(apiPaths.status, signal, (response) => response.json(), 503);
  if (!asked.ok) return asked;
  const answer = v.safeParse(Answer, asked.value);
  if (!answer.success) return { ok: false, trouble: 'unreadable' };
  const { source, areas } = answer.output;
  return { ok: true, value: { home: areas.home, simulated: source === 'simulated' } };
}
