import type { Popup as MapPopup } from 'maplibre-gl';
import { lazy, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Marker, Popup, useMap } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import kit from '#web/map/kit/cards.module.css';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import type { OpenStrike } from '#web/map/parts/Screen.ts';
import styles from './openStrike.module.css';
import { StrikePopup } from './StrikePopup.tsx';

export const openStrike: LayerPart = { name: 'open-strike', order: 40, lies: 'over-strikes', Layer: OpenStrikePopup };

export const openEllipse: LayerPart = { name: 'open-ellipse', order: 35, lies: 'over-names', Layer: OpenEllipse };

const EllipseLine = lazy(async () => ({
  default: (await withinChunkTimeout(import('./DetailLines.tsx'))).EllipseLine,
}));

/** Only some sources report an error ellipse. */
function OpenEllipse(props: LayerProps) {
  const isReported = props.screen.open?.detail?.ellipse !== undefined && props.sky.ellipseShare !== undefined;
  return isReported && <EllipseLine {...props} />;
}

function OpenStrikePopup(props: LayerProps) {
  const { open } = props.screen;
  return open ? <Opened {...props} open={open} /> : null;
}

function Opened({ sky: { clock, from, ellipseShare }, screen, open }: LayerProps & { readonly open: OpenStrike }) {
  const { close, query } = screen;
  const { windowMs } = query;
  const roomy = useMediaQuery('(min-width: 48rem)');
  const popup = useRef<MapPopup>(null);
  useRoomForDetail(popup, open);
  const opened = (
    <StrikePopup
      strike={open}
      clock={clock}
      from={from}
      fromChosenPoint={query.point !== undefined}
      windowMs={windowMs}
      ellipseShare={ellipseShare}
      onClose={close}
    />
  );
  return (
    <>
      <OpenStrikeMark strike={open} />
      {roomy ? (
        <Popup
          ref={popup}
          latitude={open.latitude}
          longitude={open.longitude}
          offset={18}
          maxWidth="320px"
          closeButton={false}
          closeOnClick={false}
          onClose={close}
        >
          {opened}
        </Popup>
      ) : (
        <StrikeSheet strike={open}>{opened}</StrikeSheet>
      )}
    </>
  );
}

/** A popup that has grown by the strike's detail may end outside the map: pans the map until all of it is visible. */
function useRoomForDetail(popup: RefObject<MapPopup | null>, { detail }: OpenStrike): void {
  const map = useMap().current;
  useEffect(() => {
    const card = popup.current?.getElement();
    if (!map || !card || !detail) return;
    // Its lines are loaded when first needed, so it may grow at any time.
    let grown = false;
    const reveal = () => {
      if (!grown || map.isMoving()) return;
      grown = false;
      const frame = map.getContainer().getBoundingClientRect();
      const { top, bottom } = card.getBoundingClientRect();
      // In a low window the map continues below the fold.
      const down = Math.ceil(bottom + POPUP_MARGIN_PX - Math.min(frame.bottom, window.innerHeight));
      const up = Math.ceil(frame.top + POPUP_MARGIN_PX - top);
      if (down > 0) map.panBy([0, down]);
      else if (up > 0) map.panBy([0, -up]);
    };
    const observer = new ResizeObserver(() => {
      grown = true;
      reveal();
    });
    observer.observe(card);
    map.on('moveend', reveal);
    return () => {
      map.off('moveend', reveal);
      observer.disconnect();
    };
  }, [map, popup, detail]);
}

const POPUP_MARGIN_PX = 8;

/** Four corners around the open strike, even if it is older than the time range. */
function OpenStrikeMark({ strike }: { readonly strike: Position }) {
  return (
    <Marker latitude={strike.latitude} longitude={strike.longitude} className={styles.openStrikeMark ?? ''}>
      <svg className={styles.corners} viewBox="-20 -20 40 40" data-open-strike aria-hidden="true">
        <path d={CORNERS} />
        <path d={CORNERS} />
      </svg>
    </Marker>
  );
}

const CORNERS = 'M-17-8V-17H-8M8-17H17V-8M17 8V17H8M-8 17H-17V8';

interface StrikeSheetProps {
  readonly strike: Position;
  readonly children: ReactNode;
}

/** Lies along a phone's lower edge. If it would cover the strike, the map moves the strike above it. */
function StrikeSheet({ strike, children }: StrikeSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const map = useMap().current;
  useEffect(() => {
    sheet.current?.showPopover();
    sheet.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const lying = sheet.current;
    if (!map || !lying) return;
    let leftPx = Number.POSITIVE_INFINITY;
    // Called again after each move until the strike is clear: another move may have cut the first one short.
    const reveal = () => {
      if (map.isMoving()) return;
      const frame = map.getContainer();
      frame.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top } = frame.getBoundingClientRect();
      const { x, y } = map.project([strike.longitude, strike.latitude]);
      const shift = clearOf({ x: left + x, y: top + y }, lying.getBoundingClientRect());
      const shiftPx = Math.hypot(...shift);
      // At the edge of the world the map cannot move further.
      if (shiftPx > 0 && shiftPx < leftPx) map.panBy(shift);
      leftPx = shiftPx;
    };
    const grown = new ResizeObserver(() => {
      leftPx = Number.POSITIVE_INFINITY;
      reveal();
    });
    grown.observe(lying);
    map.on('moveend', reveal);
    return () => {
      map.off('moveend', reveal);
      grown.disconnect();
    };
  }, [map, strike]);
  return (
    <div ref={sheet} popover="manual" className={`${kit.card} ${styles.openStrikeSheet}`}>
      {children}
    </div>
  );
}

const CLEARANCE_PX = 32;

/** Returns the shortest pan, right and down in CSS pixels, that clears the point of a sheet at the lower right. */
export function clearOf(point: { x: number; y: number }, sheet: { left: number; top: number }): [number, number] {
  const right = Math.ceil(point.x + CLEARANCE_PX - sheet.left);
  const down = Math.ceil(point.y + CLEARANCE_PX - sheet.top);
  if (right <= 0 || down <= 0) return [0, 0];
  return sheet.left > 0 && right < down ? [right, 0] : [0, down];
}
