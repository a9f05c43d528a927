import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import styles from './SoundSwitch.module.css';

const FIRST_VOLUME = 0.5;

interface SoundSwitchProps {
  readonly player: RefObject<TickPlayer | undefined>;
}

/** Starts off. `player` is set while the sound is on, for parts that learn of new strikes. */
export function SoundSwitch({ player }: SoundSwitchProps) {
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
    player.current?.play(1);
    setOn(!on);
  };
  return (
    <div className={styles.sound}>
      <LinkButton aria-pressed={on} onClick={toggle}>
        {on ? LL.map.sound.off() : LL.map.sound.on()}
      </LinkButton>
      {on && (
        <label>
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

/** More ticks at once would be noise. */
const MAX_TICKS = 3;
const TICK_GAP_S = 0.09;
const TICK_S = 0.05;

/** Plays a short dry tick for each new strike. Create it on a click: browsers allow no sound before one. */
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

  play(strikes: number): void {
    for (let tick = 0; tick < Math.min(strikes, MAX_TICKS); tick += 1)
      this.tickAt(this.audio.currentTime + tick * TICK_GAP_S);
  }

  close(): void {
    void this.audio.close();
  }

  private tickAt(at: number): void {
    const tone = this.audio.createOscillator();
    const fade = this.audio.createGain();
    tone.frequency.value = 1_800;
    fade.gain.setValueAtTime(1, at);
    fade.gain.exponentialRampToValueAtTime(0.001, at + TICK_S);
    tone.connect(fade).connect(this.volume);
    tone.start(at);
    tone.stop(at + TICK_S);
  }
}
