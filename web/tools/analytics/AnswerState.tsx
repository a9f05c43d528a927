import { Button } from '#web/kit/components/Button.tsx';
import figure from '#web/kit/components/Figure.module.css';
import type { AskedState } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Analytics.module.css';

interface AnswerStateProps {
  readonly state: AskedState<unknown>;
}

export function AnswerState({ state }: AnswerStateProps) {
  const { LL } = useTexts();
  const { state: words, trouble } = LL.analytics;
  if (state.kind === 'failed') {
    return (
      <div role="alert" className={figure.trouble}>
        <p>{trouble[state.trouble === 'broken' ? 'busy' : state.trouble]()}</p>
        <Button onClick={state.retry}>{trouble.retry()}</Button>
      </div>
    );
  }
  return (
    <p role="status" className={styles.waiting}>
      {state.kind === 'loading' && words.loading({ percent: Math.round(100 * state.share) })}
    </p>
  );
}
