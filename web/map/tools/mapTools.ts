import type { IconName } from '#web/kit/components/Icon.tsx';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { PublicPage, Route } from '#web/kit/routing/routes.ts';

export const toolGroups = ['first', 'past', 'fires'] as const;

interface Tool {
  /** The page whose panel it is: `web/site/app/pages.ts` has its file and its texts. */
  readonly page: PublicPage;
  readonly name: keyof Texts['mapTools']['names'];
  readonly icon: IconName;
  /** Its part of the list. The first has no heading. */
  readonly group: (typeof toolGroups)[number];
  /** The page's heading. */
  readonly title: (LL: Texts) => string;
  /** A parameter that its address adds to the page's. */
  readonly parameter?: string;
}

/** The parameter that opens the timeline without a moment. */
export const HISTORY_PARAMETER = 'history';

/** Every tool of the map, in the order of the list. */
export const mapTools = [
  { page: 'map', name: 'now', group: 'first', icon: 'bolt', title: (LL) => LL.map.title() },
  { page: 'watch', name: 'watch', group: 'first', icon: 'bell', title: (LL) => LL.watch.title() },
  {
    page: 'map',
    name: 'history',
    group: 'past',
    icon: 'clock',
    title: (LL) => LL.map.title(),
    parameter: HISTORY_PARAMETER,
  },
  { page: 'analytics', name: 'statistics', group: 'past', icon: 'chart', title: (LL) => LL.analytics.title() },
  { page: 'report', name: 'report', group: 'past', icon: 'file', title: (LL) => LL.report.title() },
  { page: 'fires', name: 'fires', group: 'fires', icon: 'campfire', title: (LL) => LL.fires.title() },
  { page: 'lookUp', name: 'fire', group: 'fires', icon: 'flame', title: (LL) => LL.lookUp.title() },
] as const satisfies readonly Tool[];

export type MapTool = (typeof mapTools)[number];
export type ToolPage = MapTool['page'];

/** Pages that share one map, which stays mounted between them. */
const TOOL_PAGES: readonly Route['page'][] = mapTools.map(({ page }) => page);

export function isToolPage(page: Route['page']): page is ToolPage {
  return TOOL_PAGES.includes(page);
}

/** Place and time, which are preserved between tools. A form's own place is in its fragment, which is not. */
const RETAINED = ['view', 'minutes', 'theme', 'point', 't', 'w'];
const OF_THE_PAST = ['t', 'w'];

/** The tool that an address shows. The map with a past moment is the history tool. */
export function toolAt(page: ToolPage, search: string): MapTool {
  const parameters = new URLSearchParams(search);
  const past = page === 'map' && [...OF_THE_PAST, HISTORY_PARAMETER].some((name) => parameters.has(name));
  const tool = mapTools.find((one) => (past ? one.name === 'history' : one.page === page));
  if (!tool) throw new Error(`No tool has the page ${page}`);
  return tool;
}

/** The query that leads from the current address to a tool, with `?` unless empty. */
export function queryTo(tool: MapTool, search: string): string {
  const retained = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => {
      const [name = ''] = pair.split('=', 1);
      return RETAINED.includes(name) && !(tool.name === 'now' && OF_THE_PAST.includes(name));
    });
  const isNamed = retained.some((pair) => pair.startsWith('t='));
  const own = 'parameter' in tool && !isNamed ? [`${tool.parameter}=1`] : [];
  const query = [...retained, ...own].join('&');
  return query === '' ? '' : `?${query}`;
}
