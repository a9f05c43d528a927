import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

/** One folder to the eye: what is made of the texts names them, and they its types. */
const TEXTS = /^texts\/.*/;

function folderOf(path: string): string {
  return dirname(path.replace(TEXTS, 'texts/made.ts'));
}

/** Folder → the folders whose files it imports, types included. Only folders of ours. */
export function folderImports({ modules }: ICruiseResult): Map<string, Set<string>> {
  const ours = new Set(
    modules.map((module) => module.source).filter((path) => /^(shared|texts|worker|web)\//.test(path)),
  );
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    if (!ours.has(source)) continue;
    const from = folderOf(source);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const { resolved } of dependencies) if (ours.has(resolved)) to.add(folderOf(resolved));
    to.delete(from);
  }
  return imports;
}

/** Folders that reach each other, a sorted list for each knot: Tarjan's strongly connected components. */
export function folderCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const knots: string[][] = [];
  const visit = (folder: string): number => {
    const index = order.size;
    order.set(folder, index);
    stack.push(folder);
    let low = index;
    for (const next of imports.get(folder) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const knot = stack.splice(stack.indexOf(folder));
      if (knot.length > 1) knots.push(knot.sort());
    }
    return low;
  };
  for (const folder of imports.keys()) if (!order.has(folder)) visit(folder);
  return knots;
}
