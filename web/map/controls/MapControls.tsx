import type { ReactNode } from 'react';
import type { MapTheme } from '#shared/sky/colours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import kit from '#web/map/kit/cards.module.css';
import styles from './controls.module.css';

export interface MapControlsProps {
  readonly theme: MapTheme;
  readonly wall: boolean;
  readonly drawable: boolean;
  readonly legendOpen: boolean;
  readonly locating: boolean;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onLocate: () => void;
  readonly onLegend: () => void;
  readonly onTheme: () => void;
  readonly onWall: () => void;
  readonly onFilter: () => void;
}

/** Rendered as lines in a box of 24 × 24. */
export const paths = {
  zoomIn: 'M12 5v14M5 12h14',
  zoomOut: 'M5 12h14',
  locate: 'M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
  info: 'M12 11v6M12 7.2v.1M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z',
  light:
    'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  wall: 'M3 5h18v11H3zM8 20h8M12 16v4',
  leave: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  filter: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z',
} as const;

/** Buttons of 44 px for everything that wheel, fingers and keys can do. The legend follows its button in tab order. */
export function MapControls(props: MapControlsProps) {
  const { theme, wall, drawable, legendOpen, locating, onZoomIn, onZoomOut, onLocate, onLegend, onTheme, onWall } =
    props;
  const { LL } = useTexts();
  const texts = LL.map.controls;
  return (
    <fieldset className={`${kit.card} ${styles.mapControls}`} data-map-controls>
      <legend className="visually-hidden">{texts.label()}</legend>
      {drawable && <ControlButton name={texts.zoomIn()} icon={paths.zoomIn} onClick={onZoomIn} />}
      {drawable && <ControlButton name={texts.zoomOut()} icon={paths.zoomOut} onClick={onZoomOut} />}
      <ControlButton name={texts.locate()} icon={paths.locate} onClick={onLocate} busy={locating} />
      {wall && (
        <>
          <ControlButton
            name={theme === 'light' ? LL.map.theme.toDark() : LL.map.theme.toLight()}
            icon={theme === 'light' ? paths.dark : paths.light}
            onClick={onTheme}
          />
          <ControlButton name={LL.map.dialog.open()} icon={paths.filter} onClick={props.onFilter} />
          <ControlButton name={LL.map.wall.leave()} icon={paths.leave} onClick={onWall} />
        </>
      )}
      <ControlButton name={texts.info()} icon={paths.info} onClick={onLegend} expanded={legendOpen} />
    </fieldset>
  );
}

export function ZoomControls({ onZoomIn, onZoomOut }: Pick<MapControlsProps, 'onZoomIn' | 'onZoomOut'>) {
  const { controls: texts } = useTexts().LL.map;
  return (
    <fieldset className={`${kit.card} ${styles.mapControls}`} data-map-controls>
      <legend className="visually-hidden">{texts.label()}</legend>
      <ControlButton name={texts.zoomIn()} icon={paths.zoomIn} onClick={onZoomIn} />
      <ControlButton name={texts.zoomOut()} icon={paths.zoomOut} onClick={onZoomOut} />
    </fieldset>
  );
}

interface ControlButtonProps {
  readonly name: string;
  readonly icon: string;
  readonly onClick: () => void;
  readonly expanded?: boolean;
  readonly busy?: boolean;
}

function ControlButton({ name, icon, onClick, expanded, busy }: ControlButtonProps): ReactNode {
  return (
    <button type="button" aria-label={name} title={name} aria-expanded={expanded} aria-busy={busy} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
