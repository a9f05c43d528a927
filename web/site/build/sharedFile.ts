import { resolve } from 'node:path';

const WEB = resolve(import.meta.dirname, '../..');
const START = resolve(WEB, 'site/app/start.tsx');
const PAGES = resolve(WEB, 'site/app/pages.ts');

export interface Graph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** One file for what both entries (paths in web/) need and no page loads at once; small files compress worse. */
export const sharedFile = (name: string, entries: readonly [string, string]) =>
  groupOf(name, (graph) => new Set([...sharedBy(entries, graph)].filter((id) => !/\.css($|\?)/.test(id))));

/** One file for what the map shares with later chunks, except what other pages load at once. */
export const sharedByMap = (name: string) => ({ ...groupOf(name, ofMap), minShareCount: 2 });

/** A Rolldown group with the modules that `membersOf` finds, once for a graph. */
function groupOf(debugName: string, membersOf: (graph: Graph) => ReadonlySet<string>) {
  const found = new WeakMap<Graph, ReadonlySet<string>>();
  return {
    debugName,
    name: (id: string, graph: Graph): string | null => {
      const members = found.get(graph) ?? membersOf(graph);
      found.set(graph, members);
      return members.has(id) ? debugName : null;
    },
  };
}

function ofMap(graph: Graph): Set<string> {
  const page = resolve(WEB, 'site/pages/MapPage.tsx');
  const others = closure([START, ...pagesIn(graph).filter((id) => id !== page)], graph);
  const ofMapItself = closure([page, resolve(WEB, 'map/StrikeMap.tsx')], graph);
  return new Set([...ofMapItself].filter((id) => !others.has(id)));
}

function sharedBy([one, other]: readonly [string, string], graph: Graph): Set<string> {
  const atOnce = closure([START, ...pagesIn(graph)], graph);
  const ofOther = closure([resolve(WEB, other)], graph);
  const shared = [...closure([resolve(WEB, one)], graph)].filter((id) => ofOther.has(id) && !atOnce.has(id));
  if (shared.length === 0) throw new Error(`${one} and ${other} share nothing of their own: does web/ have them?`);
  return new Set(shared);
}

const pagesIn = (graph: Graph) => graph.getModuleInfo(PAGES)?.dynamicallyImportedIds ?? [];

/** The modules and their static imports at any depth. */
function closure(ids: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  ids.forEach(visit);
  return reached;
}
