import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { AreasBody, Source } from '#shared/wire/FeedEvent.ts';
import { type Asked, ask, json } from '#web/kit/http/ask.ts';

const Answer = v.object({ source: Source, areas: AreasBody });

/** What is always watched, and whether it is real. */
export interface Watched {
  readonly home: BBox;
  readonly simulated: boolean;
}

/** Asks the status, which is a 503 with a body while the feed is down. */
export async function loadWatched(signal: AbortSignal): Promise<Asked<Watched>> {
  const asked = await ask(apiPaths.status, json(Answer), { signal, alsoRead: 503 });
  if (!asked.ok) return asked;
  const { source, areas } = asked.value;
  return { ok: true, value: { home: areas.home, simulated: source === 'simulated' } };
}
