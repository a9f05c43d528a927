import { useId } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CardButton } from '#web/map/kit/CardButton.tsx';
import { PLAY_RATES_MS } from '#web/sky/past/playback.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import styles from './Timeline.module.css';

interface PlayControlsProps {
  readonly playing: boolean;
  readonly rateMs: number;
  readonly setRateMs: (rateMs: number) => void;
  readonly onToggle: () => void;
}

/** Lets time pass, and how fast. */
export function PlayControls({ playing, rateMs, setRateMs, onToggle }: PlayControlsProps) {
  const { LL, locale } = useTexts();
  const words = LL.timeline;
  const id = useId();
  return (
    <>
      <CardButton onClick={onToggle}>{playing ? words.pause() : words.play()}</CardButton>
      <label className={styles.choice} htmlFor={id}>
        {words.rate()}
        <select id={id} value={rateMs} onChange={({ target }) => setRateMs(Number(target.value))}>
          {PLAY_RATES_MS.map((offeredMs) => (
            <option key={offeredMs} value={offeredMs}>
              {words.perSecond({ span: spanText(offeredMs, locale) })}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
