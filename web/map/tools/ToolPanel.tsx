import { type DragEvent, type FocusEvent, lazy, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { AsideContext } from '#web/kit/browser/alone.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useHref } from '#web/kit/routing/PageLink.tsx';
import { Part } from '#web/map/parts/Part.tsx';
import styles from '../parts/tools.module.css';
import { type MapTool, mapTools, queryTo } from './mapTools.ts';
import { heightAfterDrag, heightAfterKey, heightAfterPress, type SheetHeight } from './sheetHeights.ts';

/** Loaded when it is first opened. */
const ToolList = lazy(() => withinChunkTimeout(import('./ToolList.tsx')));

/** The panel's content: nothing, the list of tools, or the page's own tool. */
export type VisiblePanel = 'none' | 'tools' | 'tool';

interface ToolPanelProps {
  readonly tool: MapTool;
  readonly search: string;
  readonly visible: VisiblePanel;
  readonly onShow: (next: VisiblePanel) => void;
  readonly choices: ReactNode;
  readonly children: ReactNode;
}

/** A card over the map's left side; on a phone a sheet of three heights. */
export function ToolPanel({ tool, search, visible: visiblePanel, onShow, choices, children }: ToolPanelProps) {
  const { LL } = useTexts();
  const texts = LL.mapTools;
  const [, navigate] = useLocation();
  const hrefOf = useHref();
  const sheet = useRef<HTMLDivElement>(null);
  const [raised, setRaised] = useState<{
    readonly visible: VisiblePanel;
    readonly tool: MapTool;
    readonly height: SheetHeight;
  }>({ visible: visiblePanel, tool, height: 'half' });
  if (raised.visible !== visiblePanel || raised.tool !== tool)
    setRaised({ visible: visiblePanel, tool, height: 'half' });
  // While the user chooses something on the map, the map must be visible.
  const [aside, setAside] = useState(false);
  const height = aside ? 'peek' : raised.height;
  const setHeight = (next: SheetHeight) => {
    setAside(false);
    setRaised({ visible: visiblePanel, tool, height: next });
  };
  const drag = useDrag(sheet, setHeight);
  const close = () => {
    onShow('none');
    if (visiblePanel === 'tool' && tool.page !== 'map') navigate(hrefOf('map') + queryTo(mapTools[0], search));
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    // The newly focused element must not be covered.
    if (!aside && relatedTarget instanceof Node && !sheet.current?.contains(relatedTarget)) setHeight('peek');
  };
  const enter = ({ target }: FocusEvent) => {
    if (!aside && height === 'peek' && target.matches(':focus-visible')) setHeight('half');
  };
  const name = visiblePanel === 'tools' ? texts.label() : texts.names[tool.name]();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus
    <div
      ref={sheet}
      className={styles.toolPanelSheet}
      data-tool-sheet={visiblePanel === 'none' ? undefined : height}
      data-holds={visiblePanel}
      data-chrome={tool.page === 'map' ? '' : undefined}
      onBlur={leave}
      onDragStart={drag.saveLinks}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && visiblePanel === 'tools') onShow('none');
      }}
    >
      <button
        type="button"
        className={styles.toolPanelHandle}
        aria-label={height === 'full' ? texts.less() : texts.more()}
        aria-expanded={height !== 'peek'}
        onClick={() => drag.wasDragged() || setHeight(heightAfterPress(height))}
        onKeyDown={(event) => {
          const next = heightAfterKey(height, event.key);
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          setHeight(next);
        }}
        {...drag.handlers}
      />
      <header className={styles.toolPanelHead}>
        {visiblePanel === 'tool' && (
          <button type="button" aria-label={texts.back()} onClick={() => onShow('tools')}>
            <Icon name="back" />
          </button>
        )}
        <strong>{name}</strong>
        <button type="button" aria-label={texts.close()} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {visiblePanel === 'tools' && (
        <div className={styles.toolPanel} data-tool-list>
          <Part>
            <ToolList
              visible={tool}
              search={search}
              onChoose={(chosen) => onShow(chosen.name === 'now' || chosen === tool ? 'tool' : 'none')}
            />
          </Part>
        </div>
      )}
      {/* Always there, because the map puts its choices into it. */}
      <div className={styles.toolPanelChoices} hidden={visiblePanel !== 'tools'}>
        <h2>{texts.thisScreen()}</h2>
        {choices}
      </div>
      <section
        className={styles.toolPanel}
        aria-label={texts.names[tool.name]()}
        hidden={visiblePanel !== 'tool'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing else that takes the focus
        tabIndex={0}
        data-tool-panel
        onFocus={enter}
      >
        <AsideContext value={setAside}>{children}</AsideContext>
      </section>
    </div>
  );
}

/** A smaller move counts as a press. */
const LEAST_DRAG_PX = 6;

/**
 * Lets the sheet follow a finger on its handle. During the drag its height bypasses React, for every frame to count.
 */
function useDrag(sheet: React.RefObject<HTMLElement | null>, onDone: (height: SheetHeight) => void) {
  const held = useRef<{ readonly fromY: number; readonly fromPx: number; y: number; atMs: number; speed: number }>(
    null,
  );
  const moved = useRef(false);
  const end = () => {
    const { current } = held;
    held.current = null;
    const element = sheet.current;
    if (!current || !element) return;
    const px = element.getBoundingClientRect().height;
    element.style.removeProperty('block-size');
    // No transition while it is dragged: with one, every height would measure the same.
    if (moved.current) onDone(heightAfterDrag({ px, speed: current.speed }, heightsOf(element)));
    element.removeAttribute('data-held');
  };
  return {
    /** True if this press dragged the sheet, so its click is ignored. */
    wasDragged: () => moved.current,
    /** The sheet grows under the pointer: a browser would start dragging a link that comes to lie there. */
    saveLinks: (event: DragEvent) => held.current && event.preventDefault(),
    handlers: {
      onPointerDown: ({ currentTarget, pointerId, clientY, timeStamp }: PointerEvent<HTMLElement>) => {
        const fromPx = sheet.current?.getBoundingClientRect().height ?? 0;
        held.current = { fromY: clientY, fromPx, y: clientY, atMs: timeStamp, speed: 0 };
        moved.current = false;
        currentTarget.setPointerCapture(pointerId);
      },
      onPointerMove: ({ clientY, timeStamp }: PointerEvent<HTMLElement>) => {
        const { current } = held;
        const element = sheet.current;
        if (!current || !element) return;
        const upPx = current.fromY - clientY;
        if (Math.abs(upPx) > LEAST_DRAG_PX) moved.current = true;
        if (!moved.current) return;
        current.speed = (current.y - clientY) / Math.max(1, timeStamp - current.atMs);
        current.y = clientY;
        current.atMs = timeStamp;
        element.dataset.held = '';
        element.style.blockSize = `${current.fromPx + upPx}px`;
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Measured, because style sheets define them. */
function heightsOf(sheet: HTMLElement): Record<SheetHeight, number> {
  const visible = sheet.dataset.toolSheet;
  const measure = (height: SheetHeight) => {
    sheet.dataset.toolSheet = height;
    return sheet.getBoundingClientRect().height;
  };
  const heights = { peek: measure('peek'), half: measure('half'), full: measure('full') };
  sheet.dataset.toolSheet = visible;
  return heights;
}
