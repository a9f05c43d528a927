/** Loaded when the quality of alarms is requested, or a stop is quiet. */
export { ReturnChances } from './ReturnChances.tsx';
export { rulesText } from './SkillCard.tsx';
export { SKILL_TEXTS, SkillResult } from './SkillResult.tsx';
export { kmText } from './skillText.ts';
