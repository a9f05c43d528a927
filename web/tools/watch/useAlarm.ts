import { useEffect, useRef, useState } from 'react';
import type { AreaChange } from '#shared/watch/Area.ts';
import type { DisplayedLevel } from './watchTexts.ts';

export type AlarmSound = 'danger' | 'clear' | 'blind';

/** A rise to warning or stop, the all-clear and the loss of data have a sound. */
export function alarmOf({ kind, to, found }: AreaChange): AlarmSound | undefined {
  if (found) return undefined;
  if (kind === 'raise') return to === 'watch' ? undefined : 'danger';
  if (kind === 'blind') return 'blind';
  return kind === 'fall' && to === 'clear' ? 'clear' : undefined;
}

export function isNotified({ kind, to, found }: AreaChange): boolean {
  if (found) return false;
  return kind === 'raise' || kind === 'blind' || (kind === 'fall' && to === 'clear');
}

export function urgencyOf({ kind }: AreaChange): 'assertive' | 'polite' | undefined {
  if (kind === 'raise' || kind === 'blind') return 'assertive';
  return kind === 'same' ? undefined : 'polite';
}

interface AlarmFacts {
  readonly visible: DisplayedLevel;
  readonly changes: readonly AreaChange[];
  readonly title: string;
  readonly sentenceOf: (change: AreaChange) => string;
}

export type Permission = NotificationPermission | 'missing';

export interface ArmedAlarm {
  /** `blocked`: the browser has stopped the sound. `failed`: it has none. */
  readonly sound: 'off' | 'on' | 'blocked' | 'failed';
  readonly toggle: () => void;
  readonly notifications: Permission;
  readonly requestPermission: () => void;
}

const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'missing' : Notification.permission);

/** By the tab's title and badge always, by sound once armed, by notifications if allowed. */
export function useAlarm({ visible: displayedLevel, changes, title, sentenceOf }: AlarmFacts): ArmedAlarm {
  const player = useRef<AlarmPlayer | undefined>(undefined);
  const received = useRef(0);
  const [armed, setArmed] = useState(false);
  const [failed, setFailed] = useState(false);
  const [notifications, setNotifications] = useState(permissionNow);

  useEffect(() => () => player.current?.close(), []);
  useBadge(displayedLevel);
  useEffect(() => {
    const own = document.title;
    return () => {
      document.title = own;
    };
  }, []);
  // On each step, because a change of language sets the page's own title.
  useEffect(() => {
    document.title = title;
  });
  useEffect(() => {
    const fresh = changes.filter(({ change }) => change > received.current);
    received.current = changes[0]?.change ?? received.current;
    const loudest = fresh.map(alarmOf).find((alarm) => alarm !== undefined);
    if (loudest) player.current?.play(loudest);
    const areaChange = fresh.find(isNotified);
    if (areaChange && document.hidden && permissionNow() === 'granted') notify(title, sentenceOf(areaChange));
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
  const requestPermission = () => {
    Notification.requestPermission().then(setNotifications, () => setNotifications(permissionNow()));
  };
  const sound = failed ? 'failed' : !armed ? 'off' : player.current?.blocked ? 'blocked' : 'on';
  return { sound, toggle, notifications, requestPermission };
}

function notify(title: string, body: string): void {
  try {
    // A newer state replaces the older one.
    new Notification(title, { body, tag: 'watch', requireInteraction: true });
  } catch {
    // Android shows notifications of service workers only.
  }
}

function useBadge(displayedLevel: DisplayedLevel): void {
  useEffect(() => {
    // A place without data has a badge without a number: it may not be safe.
    if (displayedLevel === 'unknown') navigator.setAppBadge?.().catch(() => undefined);
    else if (displayedLevel === 'warning' || displayedLevel === 'stop')
      navigator.setAppBadge?.(1).catch(() => undefined);
    else clearBadge();
  }, [displayedLevel]);
  useEffect(() => clearBadge, []);
}

/** Except for other places with push alerts on this device: the worker counts those. */
function clearBadge(): void {
  navigator.clearAppBadge?.().catch(() => undefined);
  navigator.serviceWorker?.controller?.postMessage({ type: 'badge' });
}

/** Pitches in hertz, in sequence, repeated `times` times. Alarms can be distinguished by ear. */
const TUNES: Record<AlarmSound | 'test', { readonly pitches: readonly number[]; readonly times: number }> = {
  danger: { pitches: [960, 720], times: 8 },
  clear: { pitches: [520, 660, 780], times: 1 },
  blind: { pitches: [330, 330, 220], times: 3 },
  test: { pitches: [720, 960], times: 1 },
};
const TONE_S = 0.32;
const GAIN = 0.5;
/** How long a browser may take to start the sound. */
const START_MS = 1_500;

/** Plays alarms. Create it on a press, because browsers block sound before one. Throws if there is no sound at all. */
class AlarmPlayer {
  private readonly audio = new AudioContext();
  private readonly createdAtMs = performance.now();

  get blocked(): boolean {
    return !this.ready && performance.now() - this.createdAtMs > START_MS;
  }

  play(tune: AlarmSound | 'test'): void {
    const sound = () => this.sound(tune);
    if (this.ready) sound();
    else this.audio.resume().then(sound, () => undefined);
  }

  private get ready(): boolean {
    return this.audio.state === 'running';
  }

  close(): void {
    void this.audio.close();
  }

  private sound(tune: AlarmSound | 'test'): void {
    const { pitches, times } = TUNES[tune];
    const startS = this.audio.currentTime;
    for (let index = 0; index < pitches.length * times; index += 1) {
      this.toneAt(startS + index * TONE_S, pitches[index % pitches.length] ?? 0);
    }
  }

  private toneAt(atS: number, hertz: number): void {
    const tone = this.audio.createOscillator();
    const fade = this.audio.createGain();
    tone.type = 'square';
    tone.frequency.value = hertz;
    fade.gain.setValueAtTime(GAIN, atS);
    fade.gain.setValueAtTime(GAIN, atS + TONE_S * 0.8);
    fade.gain.linearRampToValueAtTime(0, atS + TONE_S * 0.95);
    tone.connect(fade).connect(this.audio.destination);
    tone.start(atS);
    tone.stop(atS + TONE_S);
  }
}
