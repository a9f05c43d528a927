import { RevealList } from '#web/kit/components/RevealList.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Reasons.module.css';

export function Reasons() {
  const texts = useTexts().LL.sensors.reasons;
  const reasons = [
    [texts.one(), texts.oneText()],
    [texts.region(), texts.regionText()],
    [texts.open(), texts.openText()],
    [texts.fit(), texts.fitText()],
    [texts.care(), texts.careText()],
  ] as const;
  return (
    <RevealList stagger={150} className={styles.reasons}>
      {reasons.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
