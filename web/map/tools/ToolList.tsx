import { use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink, PrefetchContext, useHref } from '#web/kit/routing/PageLink.tsx';
import styles from '../parts/tools.module.css';
import { type MapTool, mapTools, queryTo } from './mapTools.ts';

interface ToolListProps {
  readonly visible: MapTool;
  readonly search: string;
  readonly onChoose: (tool: MapTool) => void;
}

/** The query of the map with its table of strikes open. */
const withTable = (query: string) => `${query === '' ? '?' : `${query}&`}table=newest`;

/** Related tools; the first two have no heading. */
const GROUPS = [
  { heading: undefined, names: ['now', 'watch'] },
  { heading: 'past', names: ['history', 'statistics', 'report'] },
  { heading: 'fires', names: ['fires', 'fire'] },
] as const satisfies readonly { heading: 'past' | 'fires' | undefined; names: readonly MapTool['name'][] }[];

/** Every tool, with the map's place and time, and pages for developers. */
export default function ToolList({ visible, search, onChoose }: ToolListProps) {
  const { LL } = useTexts();
  const texts = LL.mapTools;
  const hrefOf = useHref();
  const prefetch = use(PrefetchContext);
  const list = useRef<HTMLElement>(null);
  // The focus starts at the first link.
  useEffect(() => list.current?.querySelector('a')?.focus({ preventScroll: true }), []);
  return (
    <nav ref={list} className={styles.toolList} aria-label={texts.label()}>
      {GROUPS.map(({ heading, names }) => (
        <div key={heading ?? 'first'} className={styles.toolListGroup}>
          {heading && <h2>{texts.groups[heading]()}</h2>}
          {names.map((name) => {
            const tool = mapTools.find((one) => one.name === name) ?? mapTools[0];
            return (
              <Link
                key={name}
                href={hrefOf(tool.page) + queryTo(tool, search)}
                aria-current={tool === visible ? 'page' : undefined}
                onClick={() => onChoose(tool)}
                onPointerEnter={() => prefetch(tool.page)}
                onFocus={() => prefetch(tool.page)}
              >
                <Icon name={tool.icon} size={20} />
                {texts.names[name]()}
              </Link>
            );
          })}
        </div>
      ))}
      <div className={styles.toolListGroup} data-more>
        <h2>{texts.groups.more()}</h2>
        <Link href={`${hrefOf('map')}${withTable(queryTo(mapTools[0], search))}`} onClick={() => onChoose(mapTools[0])}>
          {texts.table()}
        </Link>
        <PageLink page="places">{LL.head.places.title()}</PageLink>
        <PageLink page="proof">{LL.head.proof.title()}</PageLink>
        <PageLink page="api">{LL.head.api.title()}</PageLink>
      </div>
    </nav>
  );
}
