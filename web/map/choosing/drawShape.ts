import type { Map as MapLibreMap } from 'maplibre-gl';
import { TerraDraw, TerraDrawLineStringMode, TerraDrawPolygonMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Shape } from '#shared/geo/Shape.ts';
import { cornersToShape } from './cornersToShape.ts';

/** Draws one line or polygon by taps; a tap on its last corner ends it. Returns a function that removes it. */
export function drawShape(map: MapLibreMap, kind: 'line' | 'polygon', onRendered: (shape: Shape) => void): () => void {
  const mode = kind === 'line' ? new TerraDrawLineStringMode() : new TerraDrawPolygonMode();
  const draw = new TerraDraw({ adapter: new TerraDrawMapLibreGLAdapter({ map }), modes: [mode] });
  let on = true;
  const stop = () => {
    if (on) draw.stop();
    on = false;
  };
  draw.start();
  draw.setMode(mode.mode);
  draw.on('finish', (id) => {
    const geometry = draw.getSnapshotFeature(id)?.geometry;
    const corners =
      geometry?.type === 'LineString'
        ? geometry.coordinates
        : geometry?.type === 'Polygon'
          ? (geometry.coordinates[0] ?? []).slice(0, -1)
          : [];
    const shape = cornersToShape(
      kind,
      corners.map(([longitude = 0, latitude = 0]) => [longitude, latitude] as const),
    );
    // Not within its own event, which still reads the drawing.
    queueMicrotask(() => {
      stop();
      if (shape) onRendered(shape);
    });
  });
  return stop;
}
