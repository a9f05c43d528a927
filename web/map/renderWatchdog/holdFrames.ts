import type { Map as MapLibreMap } from 'maplibre-gl';

type Style = MapLibreMap['style'];

/** On a slow network, shows what has loaded by then. */
const MOST_HELD_MS = 2_500;

interface RequestedFrame {
  /** The view is the one that was painted last. */
  readonly rests: boolean;
  /** Tiles of our own ground, or a layer's data, are loading. */
  readonly loading: boolean;
  /** How long frames have been held. */
  readonly heldMs: number;
}

/** True if a frame may wait until everything has loaded: each part alone would repaint the whole ground. */
export function frameHeld({ rests, loading, heldMs }: RequestedFrame): boolean {
  return rests && loading && heldMs < MOST_HELD_MS;
}

/** Event on a map's element whenever its ground was painted; MapLibre's `render` also fires for held frames. */
export const PAINTED = 'painted';

/**
 * Holds a map's frames while its view is still and ground is loading, so that it appears as one picture.
 * `loadedElsewhere` is the source of another host, which no frame waits for.
 */
export function holdFrames(map: MapLibreMap, loadedElsewhere: string): () => void {
  let painted = '';
  let heldSinceMs: number | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  const hold = () => {
    const { painter } = map;
    const paint = painter.render.bind(painter);
    painter.render = (style, transform, options) => {
      const { center, zoom, width, height, padding } = transform;
      const view = JSON.stringify([center, zoom, width, height, padding]);
      const loading = Object.values(style.tileManagers).some(
        (tiles) => tiles.id !== loadedElsewhere && !hasCome(tiles),
      );
      const nowMs = performance.now();
      const heldMs = heldSinceMs === undefined ? 0 : nowMs - heldSinceMs;
      if (frameHeld({ rests: !options.moving && view === painted, loading, heldMs })) {
        heldSinceMs ??= nowMs;
        due ??= setTimeout(() => map.triggerRepaint(), MOST_HELD_MS);
        return;
      }
      clearTimeout(due);
      [painted, heldSinceMs, due] = [view, undefined, undefined];
      paint(style, transform, options);
      map.getContainer().dispatchEvent(new Event(PAINTED));
    };
  };
  // A restored context has a new painter, and nothing on its canvas.
  const restored = () => {
    painted = '';
    hold();
  };
  hold();
  map.on('webglcontextrestored', restored);
  return () => {
    clearTimeout(due);
    map.off('webglcontextrestored', restored);
  };
}

/** MapLibre counts an image as loaded once it has been painted. */
function hasCome(tiles: Style['tileManagers'][string]): boolean {
  const source = tiles.getSource();
  return source.type === 'image' ? source.loaded() : tiles.loaded();
}
