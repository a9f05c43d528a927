import { type ReactNode, useState } from 'react';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { HeadingContext, OpenNowContext } from '#web/map/parts/Part.tsx';
import styles from '../parts/tools.module.css';
import type { MapTool } from './mapTools.ts';
import { ToolPanel, type VisiblePanel } from './ToolPanel.tsx';

interface ToolFrameProps {
  readonly tool: MapTool;
  readonly search: string;
  readonly panel: ReactNode;
  /** Options for this screen, at the end of the list of tools. */
  readonly choices: ReactNode;
  /** The map, or its replacement. */
  readonly children: ReactNode;
  /** The panel takes the whole frame, with its own heading. */
  readonly alone: boolean;
  /** Called at the visitor's first interaction here. */
  readonly onBegin: () => void;
}

/** The map fills the screen; its tools lie over it. A tool opens at once, the map's own panel on request. */
const firstPanel = ({ page }: MapTool): VisiblePanel => (page === 'map' ? 'none' : 'tool');

/** Addresses that open a list of the map's panel. */
const LISTED = /(?:^|[?&])(?:table|storms)=(?!closed)/;

/** One heading, one panel and one map for every tool. All but the map is prerendered. */
export function ToolFrame({ tool, search, panel, choices, children, alone, onBegin }: ToolFrameProps) {
  const { LL } = useTexts();
  const listed = LISTED.test(search);
  const [requested, setRequested] = useState({ tool, listed, visible: firstPanel(tool) });
  if (requested.tool.page !== tool.page) setRequested({ tool, listed, visible: firstPanel(tool) });
  else if (requested.listed !== listed) setRequested({ tool, listed, visible: listed ? 'tool' : requested.visible });
  const { visible: visiblePanel } = requested;
  const show = (next: VisiblePanel) => setRequested({ tool, listed, visible: next });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that somebody begins
    <div
      className={styles.toolFrame}
      data-tool={tool.name}
      data-tool-page={tool.page}
      data-alone={alone}
      data-panel={visiblePanel}
      onPointerDown={onBegin}
      onKeyDown={onBegin}
      onFocus={onBegin}
    >
      {!alone && (
        <button
          type="button"
          className={styles.toolFrameOpen}
          aria-expanded={visiblePanel === 'tools'}
          onClick={() => show(visiblePanel === 'tools' ? 'none' : 'tools')}
          data-open-tools
        >
          <Icon name="grid" size={20} />
          {LL.mapTools.open()}
        </button>
      )}
      {!alone && (
        <HeadingContext value={<h1 className={styles.toolFrameTitle}>{tool.title(LL)}</h1>}>
          <OpenNowContext value={tool.page === 'map' ? () => show('tool') : undefined}>
            <div className={styles.room}>{children}</div>
          </OpenNowContext>
        </HeadingContext>
      )}
      <ToolPanel tool={tool} search={search} visible={visiblePanel} onShow={show} choices={choices}>
        {panel}
      </ToolPanel>
    </div>
  );
}
