import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 5_000;

interface WallDisplay {
  /** True if the page was not touched for a while: cursor and controls hide. */
  readonly idle: boolean;
  readonly awake: boolean;
}

/** While `wall`: hides the site around the map, keeps the screen on, detects idleness. */
export function useWallDisplay(wall: boolean): WallDisplay {
  const idle = useIdle(wall);
  const awake = useWakeLock(wall);
  useEffect(() => {
    if (!wall) return;
    const page = document.documentElement;
    page.dataset.wall = '';
    return () => {
      delete page.dataset.wall;
    };
  }, [wall]);
  return { idle: wall && idle, awake };
}

function useIdle(watched: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!watched) return;
    let handle: ReturnType<typeof setTimeout>;
    const touch = () => {
      setIdle(false);
      clearTimeout(handle);
      handle = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    touch();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events) window.addEventListener(name, touch);
    return () => {
      clearTimeout(handle);
      for (const name of events) window.removeEventListener(name, touch);
    };
  }, [watched]);
  return idle;
}

/** Enters or leaves full screen. It needs a click, and a browser may refuse. */
export function fillScreen(wanted: boolean): void {
  if (wanted) document.documentElement.requestFullscreen?.().catch(() => undefined);
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

const ASK_AGAIN_MS = 30_000;

/**
 * Keeps the screen on while `wanted`, and returns whether the browser does. The browser drops the lock whenever the
 * page is hidden and may refuse or revoke it at any time (a low battery): requested again at each return and every 30
 * s.
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
