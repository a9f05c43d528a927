import { proxy, ref } from 'valtio';
import { FireBody, FiresBody } from '#shared/fires/bodies.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { type ApiResult, type AskOptions, ask, json } from '#web/kit/http/ask.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';

/** The server keeps its answer as long. */
const EVERY_MS = 60_000;
/** Asked for each time: 10,000 fires. */
const MOST_PAGES = 5;

interface FiresNow {
  /** Fires of home seen in the last 7 days, as last answered. With `next` there are more than are told. */
  told: FiresBody | undefined;
  askedMs: number;
  /** The last question had no answer: what is told is as old as `askedMs` says. */
  failed: boolean;
}

/** What is known of fires. Empty while nobody follows, so that nothing old is shown. */
export const firesNow = proxy<FiresNow>({ told: undefined, askedMs: 0, failed: false });

/** The list, page by page up to a bound; `next` stays if it goes on. Never rejects. A fire that is seen again meanwhile is on two pages: the first counts. */
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

/** Asks now and every minute, until the returned function is called. */
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

/** Asks for a fire that the list does not name, because it was seen too long ago. Never rejects. */
export function askFire(id: string, signal: AbortSignal): Promise<ApiResult<FireBody>> {
  return ask(firePath(id), json(FireBody), { signal });
}
