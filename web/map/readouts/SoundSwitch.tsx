import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { SwitchButton } from '#web/map/kit/buttons.tsx';
import inputs from '#web/map/kit/mapInputs.module.css';
import styles from './readouts.module.css';

const FIRST_VOLUME = 0.5;

interface SoundSwitchProps {
  readonly player: RefObject<TickPlayer | undefined>;
  /** True to turn on at the first touch of the page. */
  readonly requested?: boolean;
}

/** Starts off. `player` is set while the sound is on, for components that receive new strikes. */
export function SoundSwitch({ player, requested: isRequested = false }: SoundSwitchProps) {
  const { LL } = useTexts();
  const [on, setOn] = useState(false);
  const [volume, setVolume] = useState(FIRST_VOLUME);
  useEffect(
    () => () => {
      player.current?.close();
      player.current = undefined;
    },
    [player],
  );
  const toggle = () => {
    player.current?.close();
    player.current = on ? undefined : new TickPlayer(volume);
    player.current?.play([0]);
    setOn(!on);
  };
  useEffect(() => {
    if (!isRequested) return;
    const events = ['pointerdown', 'keydown'] as const;
    const begin = ({ target }: Event) => {
      // The button handles its own press.
      if (target instanceof Element && target.closest('[data-wanted]')) return;
      for (const event of events) window.removeEventListener(event, begin);
      player.current ??= new TickPlayer(FIRST_VOLUME);
      setOn(true);
    };
    for (const event of events) window.addEventListener(event, begin);
    return () => {
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, [isRequested, player]);
  return (
    <div className={styles.sound}>
      <SwitchButton on={on} onChange={toggle} data-wanted={isRequested && !on}>
        {LL.map.sound.name()}
      </SwitchButton>
      {on && (
        <label className={inputs.inputs}>
          {LL.map.sound.volume()}
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            onChange={(event) => {
              const chosen = Number(event.target.value);
              setVolume(chosen);
              player.current?.setVolume(chosen);
            }}
          />
        </label>
      )}
    </div>
  );
}

const TICK_S = 0.05;
/** More ticks at once would be noise. */
const MAX_TICKS = 3;
const TICK_GAP_S = 0.09;
/** Real thunder comes 3 s later for each kilometre. This keeps the order, but stays close to the flash. */
const DELAY_S_PER_KM = 0.012;
const LATEST_S = 1.2;
/** At this distance a tick is half as loud as overhead; it never falls below a tenth. */
const HALF_LOUD_KM = 15;

interface Tick {
  readonly afterS: number;
  /** From 0 to 1. */
  readonly gain: number;
}

/** The ticks of strikes that arrive together: the nearest ones; nearer means earlier and louder. */
export function ticksOf(awayKm: readonly number[]): Tick[] {
  return awayKm
    .toSorted((a, b) => a - b)
    .slice(0, MAX_TICKS)
    .map((km, index) => ({
      afterS: Math.min(LATEST_S, km * DELAY_S_PER_KM) + index * TICK_GAP_S,
      gain: Math.max(0.1, HALF_LOUD_KM / (HALF_LOUD_KM + km)),
    }));
}

/** Plays a short tick for each new strike. Create it on a click, because browsers block sound before one. */
export class TickPlayer {
  private readonly audio: AudioContext;
  private readonly volume: GainNode;

  constructor(volume: number) {
    this.audio = new AudioContext();
    this.volume = this.audio.createGain();
    this.volume.connect(this.audio.destination);
    this.setVolume(volume);
  }

  /** `volume` is from 0 to 1; its square is the gain, which sounds more even. */
  setVolume(volume: number): void {
    this.volume.gain.value = volume ** 2;
  }

  play(awayKm: readonly number[]): void {
    for (const { afterS, gain } of ticksOf(awayKm)) this.tickAt(this.audio.currentTime + afterS, gain);
  }

  close(): void {
    void this.audio.close();
  }

  private tickAt(at: number, gain: number): void {
    const tone = this.audio.createOscillator();
    const fade = this.audio.createGain();
    tone.frequency.value = 1_800;
    fade.gain.setValueAtTime(gain, at);
    fade.gain.exponentialRampToValueAtTime(0.001, at + TICK_S);
    tone.connect(fade).connect(this.volume);
    tone.start(at);
    tone.stop(at + TICK_S);
  }
}
