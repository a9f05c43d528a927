import { RevealList } from '#web/kit/components/RevealList.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './ProcessSteps.module.css';

export function ProcessSteps() {
  const texts = useTexts().LL.sensors.process;
  const steps = [
    [texts.consultation(), texts.consultationText()],
    [texts.design(), texts.designText()],
    [texts.deployment(), texts.deploymentText()],
    [texts.data(), texts.dataText()],
    [texts.support(), texts.supportText()],
  ] as const;
  return (
    <RevealList ordered stagger={150} className={styles.steps}>
      {steps.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
