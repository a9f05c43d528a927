import { useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';

const CHECK_MS = 10_000;
const RELOADED_KEY = 'map.reloadedForProtocol';
const MIN_RELOAD_INTERVAL_MS = 5 * 60_000;

interface RenewalCauses {
  readonly wall: boolean;
  readonly idle: boolean;
  readonly build: string | null;
  readonly healthy: boolean;
  readonly outdated: boolean;
}

/** Reloads an idle wall display for a healthy new build; any page for another protocol, at most every 5 min. */
export function useRenewal({ wall, idle, build, healthy, outdated }: RenewalCauses): void {
  const facts = useRef({
    loadedBuild: null as string | null,
    changedAtMs: null as number | null,
    touchedAtMs: 0,
    lot: Math.random(),
  });
  const latest = useRef({ build, healthy, idle });
  useEffect(() => {
    latest.current = { build, healthy, idle };
    // Recorded here, because a touch may end before the next check.
    if (!idle) facts.current.touchedAtMs = systemClock.now();
  }, [build, healthy, idle]);

  useEffect(() => {
    if (!wall) return;
    const handle = setInterval(() => {
      const nowMs = systemClock.now();
      const known = facts.current;
      const { build: current, idle: untouched } = latest.current;
      known.loadedBuild ??= current;
      known.changedAtMs = current === known.loadedBuild ? null : (known.changedAtMs ?? nowMs);
      if (!untouched || known.touchedAtMs === 0) known.touchedAtMs = nowMs;
      if (shouldRenew({ ...known, build: current, healthy: latest.current.healthy }, nowMs)) window.location.reload();
    }, CHECK_MS);
    return () => clearInterval(handle);
  }, [wall]);

  useEffect(() => {
    if (!outdated) return;
    try {
      const reloadedAtMs = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
      if (systemClock.now() - reloadedAtMs < MIN_RELOAD_INTERVAL_MS) return;
      sessionStorage.setItem(RELOADED_KEY, String(systemClock.now()));
      window.location.reload();
    } catch {
      // Without storage the page could not detect that a reload did not help, and would reload for ever.
    }
  }, [outdated]);
}

/** A page that is untouched for this long may be reloaded. */
const MIN_UNTOUCHED_MS = 60_000;
/** Displays spread their reloads over this time, to avoid a load peak after a deployment. */
const MAX_SPREAD_MS = 5 * 60_000;

export interface RenewalFacts {
  /** The server's build when this page was loaded, and now; null before the first hello. */
  readonly loadedBuild: string | null;
  readonly build: string | null;
  readonly changedAtMs: number | null;
  readonly healthy: boolean;
  readonly touchedAtMs: number;
  /** This display's place in the spread, in [0, 1). */
  readonly lot: number;
}

export function shouldRenew(facts: RenewalFacts, nowMs: number): boolean {
  const { loadedBuild, build, changedAtMs, healthy, touchedAtMs, lot } = facts;
  if (loadedBuild === null || build === null || build === loadedBuild || changedAtMs === null) return false;
  return healthy && nowMs - touchedAtMs >= MIN_UNTOUCHED_MS && nowMs - changedAtMs >= lot * MAX_SPREAD_MS;
}

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
export function fillScreen(isRequested: boolean): void {
  if (isRequested) document.documentElement.requestFullscreen?.().catch(() => undefined);
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

const RETRY_MS = 30_000;

/**
 * Keeps the screen on while `isRequested`, and returns whether the browser does. The browser drops the lock whenever the
 * page is hidden and may refuse or revoke it at any time (a low battery): requested again at each return and every 30
 * s.
 */
export function useWakeLock(isRequested: boolean): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!isRequested || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let asking = false;
    let left = false;
    const request = async () => {
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
    void request();
    document.addEventListener('visibilitychange', request);
    const handle = setInterval(request, RETRY_MS);
    return () => {
      left = true;
      clearInterval(handle);
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [isRequested]);
  return held;
}
