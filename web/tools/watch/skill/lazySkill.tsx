import { type ComponentType, lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReturnChancesProps } from './ReturnChances.tsx';
import type { SkillResultProps } from './SkillResult.tsx';

/** How good alarms would have been; shows an error if its code does not load, so that the watch page survives. */
export const SkillResult = lazy(() => orElse<SkillResultProps>(({ SkillResult: loaded }) => loaded, NotLoaded));

/** The sentence next to a stop that is quiet; nothing if its code does not load. */
export const ReturnChances = lazy(() =>
  orElse<ReturnChancesProps>(
    ({ ReturnChances: loaded }) => loaded,
    () => null,
  ),
);

type Parts = typeof import('./skillInOne.ts');

function orElse<Props>(
  part: (parts: Parts) => ComponentType<Props>,
  instead: ComponentType<Props>,
): Promise<{ readonly default: ComponentType<Props> }> {
  return withinChunkTimeout(import('./skillInOne.ts')).then(
    (parts) => ({ default: part(parts) }),
    () => ({ default: instead }),
  );
}

function NotLoaded() {
  return (
    <p role="alert" className={form.error}>
      {useTexts().LL.error.chunk()}
    </p>
  );
}
