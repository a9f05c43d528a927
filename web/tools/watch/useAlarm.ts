import { useEffect, useRef, useState } from 'react';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { AlarmPlayer } from './AlarmPlayer.ts';
import { alarmOf, isNotified } from './alarmOf.ts';
import type { Shown } from './words.ts';

export interface AlarmFacts {
  readonly shown: Shown;
  /** The newest first. */
  readonly changes: readonly AreaChange[];
  /** What the tab is called: state and place. */
  readonly title: string;
  readonly sentenceOf: (change: AreaChange) => string;
}

export type Permission = NotificationPermission | 'missing';

export interface ArmedAlarm {
  /** `blocked`: the browser has stopped the sound. `failed`: it has none. */
  readonly sound: 'off' | 'on' | 'blocked' | 'failed';
  readonly toggle: () => void;
  readonly notifications: Permission;
  readonly askToNotify: () => void;
}

const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'missing' : Notification.permission);

/** Tells people who are not looking: by the tab's title and badge always, by sound once armed, by notifications if allowed. */
export function useAlarm({ shown, changes, title, sentenceOf }: AlarmFacts): ArmedAlarm {
  const player = useRef<AlarmPlayer | undefined>(undefined);
  const heard = useRef(0);
  const [armed, setArmed] = useState(false);
  const [failed, setFailed] = useState(false);
  const [notifications, setNotifications] = useState(permissionNow);

  useEffect(() => () => player.current?.close(), []);
  useBadge(shown);
  useEffect(() => {
    const own = document.title;
    return () => {
      document.title = own;
    };
  }, []);
  // On each step: a change of language sets the page's own title.
  useEffect(() => {
    document.title = title;
  });
  useEffect(() => {
    const fresh = changes.filter(({ change }) => change > heard.current);
    heard.current = changes[0]?.change ?? heard.current;
    const loudest = fresh.map(alarmOf).find((alarm) => alarm !== undefined);
    if (loudest) player.current?.play(loudest);
    const told = fresh.find(isNotified);
    if (told && document.hidden && permissionNow() === 'granted') notify(title, sentenceOf(told));
  }, [changes, title, sentenceOf]);

  const toggle = () => {
    const blocked = armed && player.current?.blocked === true;
    player.current?.close();
    player.current = undefined;
    setFailed(false);
    setArmed(false);
    if (armed && !blocked) return;
    try {
      player.current = new AlarmPlayer();
      player.current.play('test');
      setArmed(true);
    } catch {
      setFailed(true);
    }
  };
  const askToNotify = () => {
    Notification.requestPermission().then(setNotifications, () => setNotifications(permissionNow()));
  };
  const sound = failed ? 'failed' : !armed ? 'off' : player.current?.blocked ? 'blocked' : 'on';
  return { sound, toggle, notifications, askToNotify };
}

function notify(title: string, body: string): void {
  try {
    // A newer state takes the older one's place.
    new Notification(title, { body, tag: 'watch', requireInteraction: true });
  } catch {
    // Android shows notifications of service workers only.
  }
}

function useBadge(shown: Shown): void {
  useEffect(() => {
    // A place that is not seen has a mark without a number: nobody can say that it is safe.
    if (shown === 'unknown') navigator.setAppBadge?.().catch(() => undefined);
    else if (shown === 'warning' || shown === 'stop') navigator.setAppBadge?.(1).catch(() => undefined);
    else clearBadge();
  }, [shown]);
  useEffect(() => clearBadge, []);
}

/** Unless other places, of which this device was told by push messages, are raised: the worker counts those. */
function clearBadge(): void {
  navigator.clearAppBadge?.().catch(() => undefined);
  navigator.serviceWorker?.controller?.postMessage({ type: 'badge' });
}
