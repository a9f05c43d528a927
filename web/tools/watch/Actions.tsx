import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Panel.module.css';
import type { ArmedAlarm } from './useAlarm.ts';

interface ArmingProps {
  readonly alarm: ArmedAlarm;
  /** Whether the browser keeps the screen on. */
  readonly awake: boolean;
}

/** Arms the page: sound, and a screen that stays on. */
export function Arming({ alarm: { sound, toggle }, awake }: ArmingProps) {
  const { LL } = useTexts();
  const words = LL.watch.sound;
  const armed = sound === 'on';
  return (
    <div className={styles.arming}>
      <Button kind="primary" aria-pressed={armed} onClick={toggle}>
        {armed ? words.off() : words.on()}
      </Button>
      <p className={styles.status} role="status">
        {armed && `${words.armed()} ${awake ? words.awake() : words.asleep()}`}
        {sound === 'blocked' && words.blocked()}
        {sound === 'failed' && words.failed()}
      </p>
    </div>
  );
}

interface ActionsProps {
  readonly alarm: ArmedAlarm;
  readonly wall: boolean;
  readonly onWall: (wanted: boolean) => void;
  readonly onAnother: () => void;
}

/** What else can be done: notifications, a wall, another place. */
export function Actions({ alarm: { notifications, askToNotify }, wall, onWall, onAnother }: ActionsProps) {
  const { LL } = useTexts();
  const words = LL.watch.sound;
  return (
    <div className={styles.actions}>
      {notifications === 'default' && <Button onClick={askToNotify}>{words.notify()}</Button>}
      <Button onClick={() => onWall(!wall)}>{wall ? LL.watch.leaveWall() : LL.watch.wall()}</Button>
      {!wall && <Button onClick={onAnother}>{LL.watch.another()}</Button>}
      {(notifications === 'granted' || notifications === 'denied') && (
        <p className={styles.status}>{notifications === 'granted' ? words.notified() : words.refused()}</p>
      )}
    </div>
  );
}
