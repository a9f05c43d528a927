import type { Map as MapLibreMap } from 'maplibre-gl';

type Style = MapLibreMap['style'];

/** On a slow network, shows what has loaded by then. */
const MOST_HELD_MS = 2_500;

interface RequestedFrame {
  /** The view is the one that was painted last. */
  readonly rests: boolean;
  /** Something other than the view has changed since then. */
  readonly changed: boolean;
  /** Tiles of our own ground, or a layer's data, are loading. */
  readonly loading: boolean;
  /** How long frames have been held. */
  readonly heldMs: number;
}

/** `equal`: would repaint the same picture. `held`: may wait until all has loaded, because each part repaints all. */
export function frameDue({ rests, changed, loading, heldMs }: RequestedFrame): 'now' | 'held' | 'equal' {
  if (!rests) return 'now';
  if (!changed) return 'equal';
  return loading && heldMs < MOST_HELD_MS ? 'held' : 'now';
}

/** Event on a map's element whenever its ground was painted; MapLibre's `render` also fires for held frames. */
export const PAINTED = 'painted';

/**
 * Holds a map's frames while its view is still and ground is loading, so that it appears as one picture, and leaves out
 * those that would equal the last. `loadedElsewhere` is the source of another host, which no frame waits for.
 */
export function holdFrames(map: MapLibreMap, loadedElsewhere: string): () => void {
  let painted = '';
  const changes = watchChanges(map);
  let heldSinceMs: number | undefined;
  let waking: ReturnType<typeof setTimeout> | undefined;
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
      const rests = view === painted;
      const due = frameDue({ rests, changed: changes.pending(), loading: loading && !options.moving, heldMs });
      if (due === 'equal') return;
      if (due === 'held') {
        heldSinceMs ??= nowMs;
        waking ??= setTimeout(() => map.triggerRepaint(), MOST_HELD_MS);
        return;
      }
      clearTimeout(waking);
      [painted, heldSinceMs, waking] = [view, undefined, undefined];
      changes.painted();
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
    clearTimeout(waking);
    map.off('webglcontextrestored', restored);
    changes.stop();
  };
}

/**
 * Separates what changes a picture from the frames that MapLibre also requests after each touch and each move. All end
 * in `triggerRepaint`: touches through `_requestFrame`, moves through `_update()`, a changed style through
 * `_update(true)`, loaded data with a `data` event, fades and the watchdog directly.
 */
function watchChanges(map: MapLibreMap) {
  const { _update: update, triggerRepaint, _handlers: handlers } = map;
  const requestFrame = handlers._requestFrame;
  let pending = true;
  const change = () => {
    pending = true;
  };
  map.triggerRepaint = () => {
    change();
    triggerRepaint.call(map);
  };
  const unchanged = <T>(request: () => T): T => {
    const before = pending;
    const result = request();
    pending = before;
    return result;
  };
  map._update = (updateStyle) => (updateStyle ? update.call(map, true) : unchanged(() => update.call(map)));
  handlers._requestFrame = () => unchanged(() => requestFrame.call(handlers));
  map.on('data', change);
  return {
    pending: () => pending,
    painted: () => {
      pending = false;
    },
    stop: () => {
      map.off('data', change);
      Object.assign(map, { _update: update, triggerRepaint });
      handlers._requestFrame = requestFrame;
    },
  };
}

/** MapLibre counts an image as loaded once it has been painted. */
function hasCome(tiles: Style['tileManagers'][string]): boolean {
  const source = tiles.getSource();
  return source.type === 'image' ? source.loaded() : tiles.loaded();
}
