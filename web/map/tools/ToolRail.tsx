import { use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PrefetchContext } from '#web/kit/routing/PageLink.tsx';
import { useHref } from '#web/kit/routing/useHref.ts';
import { type MapTool, mapTools, queryTo } from './mapTools.ts';
import styles from './ToolRail.module.css';

interface ToolRailProps {
  readonly shown: MapTool;
  readonly search: string;
}

/** Links to every tool, with the place and the time that the map shows. */
export function ToolRail({ shown, search }: ToolRailProps) {
  const words = useTexts().LL.mapTools;
  const hrefOf = useHref();
  const prefetch = use(PrefetchContext);
  const rail = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool, another link
  useEffect(() => {
    // On a phone the line is longer than the screen: the tool that is shown stands in its middle.
    const link = rail.current?.querySelector<HTMLElement>('[aria-current]');
    if (!rail.current || !link) return;
    rail.current.scrollLeft =
      link.offsetLeft - rail.current.offsetLeft - (rail.current.clientWidth - link.offsetWidth) / 2;
  }, [shown]);
  return (
    <nav ref={rail} className={styles.rail} aria-label={words.label()}>
      {mapTools.map((tool) => (
        <Link
          key={tool.name}
          href={hrefOf(tool.page) + queryTo(tool, search)}
          aria-current={tool === shown ? 'page' : undefined}
          onPointerEnter={() => prefetch(tool.page)}
          onFocus={() => prefetch(tool.page)}
        >
          <Icon name={tool.icon} />
          <span>{words.names[tool.name]()}</span>
        </Link>
      ))}
    </nav>
  );
}
