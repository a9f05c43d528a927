import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cruiseProject } from './cruiseProject.ts';

export const GRAPH_PATH = join(projectRoot, 'tests/architecture/graph.mmd');

/** The folder that stands for a module in the picture: two levels, or the top-level file's folder. */
function folderOf(path: string): string {
  const [top = '', second] = path.split('/');
  if (top === 'texts') return top;
  return second === undefined || second.includes('.') ? top : `${top}/${second}`;
}

/** Which folder imports which, as a Mermaid flowchart. A new arrow is a line in a review. */
export async function folderGraph(): Promise<string> {
  const { modules } = await cruiseProject();
  const ours = new Set(
    modules.map((module) => module.source).filter((source) => /^(shared|texts|worker|web)\//.test(source)),
  );
  const arrows = new Set<string>();
  for (const { source, dependencies } of modules) {
    if (!ours.has(source)) continue;
    for (const { resolved } of dependencies) {
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (ours.has(resolved) && from !== to) arrows.add(`  ${from} --> ${to}`);
    }
  }
  return `flowchart LR\n${[...arrows].sort().join('\n')}\n`;
}
