import { proxy, ref } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import { FireBody, FiresBody } from '#shared/fires/bodies.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { type ApiResult, type AskOptions, ask, json } from '#web/kit/http/ask.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';

/** The server caches its response for as long. */
const EVERY_MS = 60_000;
/** Requested each time: up to 10,000 fires. */
const MOST_PAGES = 5;

interface FiresNow {
  /** Fires in the home area seen in the last 7 days, as last received. With `next` the list is incomplete. */
  told: FiresBody | undefined;
  askedMs: number;
  /** The last request failed: the data is from `askedMs`. */
  failed: boolean;
}

/** The known fires. Empty while nothing follows them, so that no old data is shown. */
export const firesNow = proxy<FiresNow>({ told: undefined, askedMs: 0, failed: false });

/**
 * Fetches the list page by page up to a limit; `next` remains if there is more. Never rejects. A fire that is seen
 * again meanwhile is on two pages: the first one counts.
 */
export async function askFires(options: AskOptions): Promise<ApiResult<FiresBody>> {
  const fires = new Map<string, FireBody>();
  let address: string = apiPaths.fires;
  for (let page = 1; ; page += 1) {
    const asked = await ask(address, json(FiresBody), options);
    if (!asked.ok) return asked;
    for (const fire of asked.value.fires) if (!fires.has(fire.id)) fires.set(fire.id, fire);
    const { next } = asked.value;
    if (next === undefined || page === MOST_PAGES) {
      return { ok: true, value: { ...asked.value, fires: [...fires.values()] } };
    }
    address = next;
  }
}

/** Polls now and every minute, until the returned function is called. */
export function followFires(): () => void {
  const leave = pollApi(
    EVERY_MS,
    (signal) => askFires({ signal }),
    (asked) => {
      firesNow.failed = !asked.ok;
      if (!asked.ok) return;
      firesNow.told = ref(asked.value);
      firesNow.askedMs = systemClock.now();
    },
  );
  return () => {
    leave();
    firesNow.told = undefined;
    firesNow.failed = false;
  };
}

/** Requests a fire that the list omits because it was seen too long ago. Never rejects. */
export function askFire(id: string, signal: AbortSignal): Promise<ApiResult<FireBody>> {
  return ask(firePath(id), json(FireBody), { signal });
}
