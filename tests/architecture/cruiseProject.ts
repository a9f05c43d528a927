import { createRequire } from 'node:module';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { projectRoot } from '#tests/support/projectRoot.ts';

interface Rules {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: ICruiseOptions;
}

const rules = createRequire(import.meta.url)('./rules.cjs') as Rules;

/** The modules below `folders` and which rules they break. */
export async function cruiseProject(folders: readonly string[], extra: ICruiseOptions = {}): Promise<ICruiseResult> {
  const { options, forbidden } = rules;
  const { output } = await cruise([...folders], {
    ...options,
    baseDir: projectRoot,
    ...extra,
    validate: true,
    ruleSet: { forbidden },
  });
  return output as ICruiseResult;
}
