import { useMemo } from 'react';
import { cornersOf } from '#shared/geo/Shape.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallScale } from '#web/ground/view/mapQuery.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { LinePath, type LinePoint, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { useWallArea } from './useWallArea.ts';
import { wallAddress } from './wall.ts';

export const wallAreaLayer: LayerPart = {
  name: 'wall-area',
  order: 15,
  parameters: wallAddress.names,
  lies: 'over-names',
  Layer: WallAreaLayer,
};

function WallAreaLayer({ screen }: LayerProps) {
  const [{ area }] = useAddress(wallAddress, 'query');
  const { theme, wall } = screen.query;
  const known = useWallArea(wall ? area : undefined);
  const polygons = known.kind === 'known' ? known.polygons : undefined;
  const lines = useMemo(
    () => (polygons ?? []).map((polygon) => cornersOf(polygon).map(([x, y]): LinePoint => [x, y])),
    [polygons],
  );
  const anchor = lines[0]?.[0];
  const path = useMemo(() => anchor && pathOf(lines, anchor), [lines, anchor]);
  if (!anchor || !path) return null;
  const { measure, edge } = mapColours[theme];
  const widthPx = 2 * wallScale(displaySize());
  return (
    <MapLines anchor={anchor}>
      <LinePath d={path} colour={measure} widthPx={widthPx} edge={{ colour: edge, widthPx: 2 * widthPx }} />
    </MapLines>
  );
}
