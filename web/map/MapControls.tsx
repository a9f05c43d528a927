import { useTexts } from '#web/i18n/index.ts';
import styles from './MapControls.module.css';

export interface MapControlsProps {
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
}

export function MapControls({ onZoomIn, onZoomOut }: MapControlsProps) {
  const { LL } = useTexts();
  return (
    <fieldset className={styles.controls} aria-label={LL.map.controls.label()}>
      <button type="button" aria-label={LL.map.controls.zoomIn()} title={LL.map.controls.zoomIn()} onClick={onZoomIn}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 5v14M5 12h14" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={LL.map.controls.zoomOut()}
        title={LL.map.controls.zoomOut()}
        onClick={onZoomOut}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h14" />
        </svg>
      </button>
    </fieldset>
  );
}
