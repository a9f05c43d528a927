import { createRequire } from 'node:module';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { projectRoot } from '#tests/support/projectRoot.ts';

interface Rules {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: ICruiseOptions;
}

const rules = createRequire(import.meta.url)('./rules.cjs') as Rules;

const FOLDERS = ['shared', 'texts', 'worker', 'web', 'clients', 'tests'];

/** The modules below `baseDir` and which rules they break. */
export async function cruiseBelow(baseDir: string, folders: readonly string[] = FOLDERS): Promise<ICruiseResult> {
  const { options, forbidden } = rules;
  const { output } = await cruise([...folders], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return output as ICruiseResult;
}

let cruised: Promise<ICruiseResult> | undefined;

/** The modules of the project, read once for all that ask. */
export function cruiseProject(): Promise<ICruiseResult> {
  cruised ??= cruiseBelow(projectRoot);
  return cruised;
}
