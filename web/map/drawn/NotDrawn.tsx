import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/LinkButton.tsx';
import type { Drawn } from './drawnState.ts';
import styles from './NotDrawn.module.css';

interface NotDrawnProps {
  readonly drawn: Drawn;
}

/** Lies over a map that cannot be drawn or stands still, and says so; on a wall, in letters that are read across a room. */
export function NotDrawn({ drawn }: NotDrawnProps) {
  const { LL } = useTexts();
  if (drawn !== 'undrawable' && drawn !== 'stopped') return null;
  const words = LL.map.notDrawn;
  const never = drawn === 'undrawable';
  return (
    <div className={styles.cover} role="alert" data-not-drawn={drawn}>
      <strong>{never ? words.undrawable() : words.stopped()}</strong>
      <p>{never ? words.undrawableWhy() : words.stoppedWhy()}</p>
      <LinkButton onClick={() => window.location.reload()}>{words.reload()}</LinkButton>
    </div>
  );
}
