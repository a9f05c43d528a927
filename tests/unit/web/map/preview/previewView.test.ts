import { expect, test } from 'vitest';
import { project } from '#shared/picture/frame.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { viewBox } from '#web/ground/view/viewBox.ts';
import { marksIn, previewFrame, previewView } from '#web/map/preview/drawPreview.ts';

const FRAME = { width: 800, height: 600 };
const viewOf = (search: string) => previewView(parseMapQuery(search), FRAME, FRAME);
const NOW = Date.UTC(2026, 6, 1, 12, 30);

test('the preview looks where the map will look: where the address says, at the default, on a wall at the region', () => {
  expect(viewOf('?view=41.5,24.25,7z')).toMatchObject({ latitude: 41.5, longitude: 24.25, zoom: 7 });
  expect(viewOf('')).toMatchObject({ latitude: 42.6977, longitude: 23.3219, zoom: 11 });
  expect(viewOf('?wall=1').zoom).toBeLessThan(7);
  expect(viewOf('?view=41.5,24.25,1z').zoom).toBe(3);
});

test('its projection puts the corners of the view’s box into the corners of the frame', () => {
  const view = viewOf('?view=42.5,22,5z');
  const { west, north, east, south } = viewBox(view, FRAME.width, FRAME.height);
  const frame = previewFrame(view);
  const corners = [...project(frame, west, north), ...project(frame, east, south)];
  for (const [index, pixels] of [0, 0, 800, 600].entries()) expect(corners[index]).toBeCloseTo(pixels, 6);
  for (const [index, pixels] of [400, 300].entries()) expect(project(frame, 22, 42.5)[index]).toBeCloseTo(pixels, 6);
});

test('strikes of the window that lie in the view are marked, the newest last', () => {
  const at = (ordinal: number, longitude: number, agoMs: number) => ({
    id: `s${ordinal}`,
    ordinal,
    latitude: 42.5,
    longitude,
    atMs: NOW - agoMs,
  });
  const parts = [
    strikesToColumns([at(1, 22, 1_000), at(2, 22.5, 120_000)]),
    strikesToColumns([at(3, 22.2, 60_000), at(4, 80, 5_000), at(5, 22.1, 7_200_000)]),
  ];
  const marks = marksIn(viewOf('?view=42.5,22,5z'), parts, NOW - 3_600_000);
  expect(marks.map(([, , atMs]) => NOW - atMs)).toEqual([120_000, 60_000, 1_000]);
});
