import { use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink, PrefetchContext, useHref } from '#web/kit/routing/PageLink.tsx';
import styles from '../parts/tools.module.css';
import { type MapTool, mapTools, queryTo, toolGroups } from './mapTools.ts';

interface ToolListProps {
  readonly visible: MapTool;
  readonly search: string;
  readonly onChoose: (tool: MapTool) => void;
}

/** The query of the map with its table of strikes open. */
const withTable = (query: string) => `${query === '' ? '?' : `${query}&`}table=newest`;

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
      {toolGroups.map((group) => (
        <div key={group} className={styles.toolListGroup}>
          {group !== 'first' && <h2>{texts.groups[group]()}</h2>}
          {mapTools
            .filter((tool) => tool.group === group)
            .map((tool) => (
              <Link
                key={tool.name}
                href={hrefOf(tool.page) + queryTo(tool, search)}
                aria-current={tool === visible ? 'page' : undefined}
                onClick={() => onChoose(tool)}
                onPointerEnter={() => prefetch(tool.page)}
                onFocus={() => prefetch(tool.page)}
              >
                <Icon name={tool.icon} size={20} />
                {texts.names[tool.name]()}
              </Link>
            ))}
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
