import type { ReactNode } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { MapTool } from './mapTools.ts';
import styles from './ToolFrame.module.css';
import { ToolPanel } from './ToolPanel.tsx';

interface ToolFrameProps {
  readonly tool: MapTool;
  readonly search: string;
  readonly panel: ReactNode;
  /** The map, or what stands in its place. */
  readonly children: ReactNode;
  /** The panel wants the whole frame, with a heading of its own. */
  readonly alone: boolean;
  /** Called when the visitor begins to do something here. */
  readonly onBegin: () => void;
}

/** One heading, one panel and one map for every tool. All of it is prerendered but the map. */
export function ToolFrame({ tool, search, panel, children, alone, onBegin }: ToolFrameProps) {
  const { LL } = useTexts();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that somebody begins
    <div
      className={styles.frame}
      data-tool={tool.name}
      data-tool-page={tool.page}
      data-alone={alone}
      onPointerDown={onBegin}
      onKeyDown={onBegin}
      onFocus={onBegin}
    >
      {!alone && <h1 className={styles.title}>{tool.title(LL)}</h1>}
      <ToolPanel tool={tool} search={search}>
        {panel}
      </ToolPanel>
      {!alone && <div className={styles.room}>{children}</div>}
    </div>
  );
}
