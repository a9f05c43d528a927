import type { IControl } from 'maplibre-gl';
import { createPortal } from 'react-dom';
import { useControl } from 'react-map-gl/maplibre';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/map/kit/marks.module.css';

/** In the map's corner while there are no tiles, above scale and attribution. */
class NoteControl implements IControl {
  readonly element = document.createElement('div');

  constructor() {
    this.element.className = `maplibregl-ctrl ${styles.simplifiedNote}`;
  }

  onAdd(): HTMLElement {
    return this.element;
  }

  onRemove(): void {
    this.element.remove();
  }
}

/** Notes that the map is simplified. Strikes are mentioned only in the bar. */
export function SimplifiedNote() {
  const { LL } = useTexts();
  const { element } = useControl(() => new NoteControl(), { position: 'bottom-right' });
  return createPortal(
    <span>
      {LL.map.simplified()}
      <span className={styles.simplifiedWhy}>: {LL.map.simplifiedWhy()}</span>
    </span>,
    element,
  );
}
