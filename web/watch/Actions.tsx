import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from './Panel.module.css';
import type { ArmedAlarm } from './useAlarm.ts';

interface ActionsProps {
  readonly alarm: ArmedAlarm;
  /** Whether the browser keeps the screen on. */
  readonly awake: boolean;
  readonly wall: boolean;
  readonly onWall: (wanted: boolean) => void;
  readonly onAnother: () => void;
}

/** Arms the page, and leads to another place or a wall. */
export function Actions({ alarm, awake, wall, onWall, onAnother }: ActionsProps) {
  const { LL } = useTexts();
  const words = LL.watch.sound;
  const { sound, notifications } = alarm;
  const armed = sound === 'on';
  return (
    <div className={styles.actions}>
      <div className={buttons.row}>
        <button type="button" className={buttons.primary} aria-pressed={armed} onClick={alarm.toggle}>
          {armed ? words.off() : words.on()}
        </button>
        {notifications === 'default' && (
          <button type="button" className={buttons.secondary} onClick={alarm.askToNotify}>
            {words.notify()}
          </button>
        )}
        <button type="button" className={buttons.secondary} onClick={() => onWall(!wall)}>
          {wall ? LL.watch.leaveWall() : LL.watch.wall()}
        </button>
        {!wall && (
          <button type="button" className={buttons.secondary} onClick={onAnother}>
            {LL.watch.another()}
          </button>
        )}
      </div>
      <p className={styles.status} role="status">
        {armed && `${words.armed()} ${awake ? words.awake() : words.asleep()} `}
        {sound === 'blocked' && `${words.blocked()} `}
        {sound === 'failed' && `${words.failed()} `}
        {notifications === 'granted' && words.notified()}
        {notifications === 'denied' && words.refused()}
      </p>
    </div>
  );
}
