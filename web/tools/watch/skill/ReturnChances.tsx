import { useEffect, useState } from 'react';
import type { Area, AreaState } from '#shared/watch/Area.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { SKILL_TEXTS } from './SkillResult.tsx';
import { returnNowText } from './skillText.ts';
import { quietMinutes, useSkill, wideQuery } from './useSkill.ts';

export interface ReturnChancesProps {
  readonly area: Area;
  readonly state: AreaState;
  readonly className: string | undefined;
}

/**
 * How often lightning returned after a quiet time as long as this stop's. Requested once, when the stop has been quiet
 * for five minutes; affects nothing else. Renders nothing without a response, or with too few cases.
 */
export function ReturnChances({ area, state, className }: ReturnChancesProps) {
  const texts = useTexts();
  const ready = useTextAreas(SKILL_TEXTS);
  const quietMin = quietMinutes(state);
  const [begun, setBegun] = useState(false);
  const isQuiet = quietMin !== undefined;
  useEffect(() => {
    if (isQuiet) setBegun(true);
  }, [isQuiet]);
  const skill = useSkill(begun ? wideQuery(area) : undefined);
  if (!ready || skill.kind !== 'known' || quietMin === undefined) return null;
  const text = returnNowText(skill.value, quietMin, texts);
  return (
    text && (
      <p className={className} data-return-odds>
        {text}
      </p>
    )
  );
}
