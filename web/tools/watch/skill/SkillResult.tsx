import { useEffect, useState } from 'react';
import type { SkillView } from '#shared/watch/skillBody.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { QueryState } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { UseChoice } from './ChoiceFigure.tsx';
import styles from './Skill.module.css';
import { SkillCard } from './SkillCard.tsx';
import { lineText } from './skillText.ts';
import { type SkillQuery, useSkill } from './useSkill.ts';

export const SKILL_TEXTS = ['alarmSkill'] as const;

export interface SkillResultProps {
  readonly query: SkillQuery;
  /** The error as text of the page. */
  readonly errorText: (error: QueryState<SkillView> & { readonly kind: 'failed' }) => string;
  /** True if the card is open below the line. */
  readonly open?: boolean;
  readonly regionName?: string | undefined;
  readonly onUse?: UseChoice;
}

/** Loads how good alarms would have been: a line, and the card one tap away. The last card stays during a reload. */
export function SkillResult({ query, errorText, open = false, ...card }: SkillResultProps) {
  const labels = useTexts();
  const ready = useTextAreas(SKILL_TEXTS);
  const state = useSkill(query);
  const skill = useLast(state);
  if (!ready) return null;
  const texts = labels.LL.alarmSkill;
  if (state.kind === 'failed')
    return (
      <div role="alert" className={styles.failed}>
        <p className={form.error}>{errorText(state)}</p>
        <Button onClick={state.retry}>{labels.LL.error.retry()}</Button>
      </div>
    );
  const isKnown = state.kind === 'known';
  return (
    <div className={styles.result} aria-busy={!isKnown}>
      <p role="status" data-skill-line>
        {isKnown ? lineText(state.value, labels) : texts.loading()}
      </p>
      {skill?.simulated && (
        <p>
          <span className={styles.simulated}>{texts.simulated()}</span>
        </p>
      )}
      {skill &&
        skill.toMs > skill.fromMs &&
        (open ? (
          <SkillCard skill={skill} {...card} />
        ) : (
          <details className={form.advanced}>
            <summary>{texts.details()}</summary>
            <SkillCard skill={skill} {...card} />
          </details>
        ))}
    </div>
  );
}

function useLast(state: QueryState<SkillView>): SkillView | undefined {
  const [last, setLast] = useState<SkillView>();
  const known = state.kind === 'known' ? state.value : undefined;
  useEffect(() => {
    if (known) setLast(known);
  }, [known]);
  return known ?? last;
}
