import { resolve } from 'node:path';

const WEB = resolve(import.meta.dirname, '../..');
const START = resolve(WEB, 'site/app/start.tsx');
const PAGES = resolve(WEB, 'site/app/pages.ts');

export interface Graph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** One file for what both entries (paths in web/) need and no page loads at once; many small ones pack worse. */
export function sharedFile(name: string, entries: readonly [string, string]) {
  const found = new WeakMap<Graph, ReadonlySet<string>>();
  return {
    debugName: name,
    name: (id: string, graph: Graph): string | null => {
      const members = found.get(graph) ?? sharedBy(entries, graph);
      found.set(graph, members);
      return members.has(id) && !/\.css($|\?)/.test(id) ? name : null;
    },
  };
}

/** One file for what the map shares with what loads later, except what other pages load at once. */
export function sharedByMap(name: string) {
  const found = new WeakMap<Graph, ReadonlySet<string>>();
  return {
    debugName: name,
    minShareCount: 2,
    name: (id: string, graph: Graph): string | null => {
      const members = found.get(graph) ?? ofMap(graph);
      found.set(graph, members);
      return members.has(id) ? name : null;
    },
  };
}

function ofMap(graph: Graph): Set<string> {
  const page = resolve(WEB, 'site/pages/MapPage.tsx');
  const pages = graph.getModuleInfo(PAGES)?.dynamicallyImportedIds ?? [];
  const others = closure([START, ...pages.filter((id) => id !== page)], graph);
  const ofMapItself = closure([page, resolve(WEB, 'map/StrikeMap.tsx')], graph);
  return new Set([...ofMapItself].filter((id) => !others.has(id)));
}

function sharedBy([one, other]: readonly [string, string], graph: Graph): Set<string> {
  const atOnce = closure([START, ...(graph.getModuleInfo(PAGES)?.dynamicallyImportedIds ?? [])], graph);
  const ofOther = closure([resolve(WEB, other)], graph);
  const shared = [...closure([resolve(WEB, one)], graph)].filter((id) => ofOther.has(id) && !atOnce.has(id));
  if (shared.length === 0) throw new Error(`${one} and ${other} share nothing of their own: does web/ have them?`);
  return new Set(shared);
}

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
