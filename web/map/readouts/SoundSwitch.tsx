import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/LinkButton.tsx';
import styles from './SoundSwitch.module.css';
import { TickPlayer } from './TickPlayer.ts';

const FIRST_VOLUME = 0.5;

interface SoundSwitchProps {
  readonly player: RefObject<TickPlayer | undefined>;
}

/** Turns the sound on and off; it starts off. `player` is set while it is on, for those who learn of new strikes. */
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
