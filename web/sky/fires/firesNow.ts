import { proxy, ref } from 'valtio';
import { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { type Asked, ask, json } from '#web/kit/http/ask.ts';
import { askEvery } from '#web/kit/http/askEvery.ts';

/** The server keeps its answer as long. */
const EVERY_MS = 60_000;

interface FiresNow {
  /** Fires of home seen in the last 7 days, as last answered. */
  told: FiresBody | undefined;
  askedMs: number;
  /** The last question had no answer: what is told is as old as `askedMs` says. */
  failed: boolean;
}

/** What is known of fires. Empty while nobody follows, so that nothing old is shown. */
export const firesNow = proxy<FiresNow>({ told: undefined, askedMs: 0, failed: false });

/** Asks now and every minute, until the returned function is called. */
export function followFires(): () => void {
  const leave = askEvery(
    EVERY_MS,
    (signal) => ask(apiPaths.fires, json(FiresBody), { signal }),
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
export function askFire(id: string, signal: AbortSignal): Promise<Asked<FireBody>> {
  return ask(firePath(id), json(FireBody), { signal });
}
