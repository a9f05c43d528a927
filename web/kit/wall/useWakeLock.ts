import { useEffect, useState } from 'react';

const ASK_AGAIN_MS = 30_000;

/**
 * Keeps the screen on while `wanted`, and returns whether the browser does. It drops the lock whenever the page is
 * hidden and may refuse or revoke it at any time (a low battery): requested again at each return and every 30 s.
 */
export function useWakeLock(wanted: boolean): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let asking = false;
    let left = false;
    const ask = async () => {
      if (document.hidden || asking || lock?.released === false) return;
      asking = true;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (left) return void lock.release();
        setHeld(true);
        lock.addEventListener('release', () => setHeld(false), { once: true });
      } catch {
        setHeld(false);
      } finally {
        asking = false;
      }
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    const handle = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      left = true;
      clearInterval(handle);
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [wanted]);
  return held;
}
