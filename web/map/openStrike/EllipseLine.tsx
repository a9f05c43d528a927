import { useMemo } from 'react';
import { ellipseAround, toldEllipse } from '#shared/lookUp/candidatesOf.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { LineLabel, LinePath, type LinePoint, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { percentText } from './strikeDetailText.ts';

/** The error ellipse of the open strike, with the share that its source reports. */
export function EllipseLine({ sky: { ellipseShare }, screen: { open, query } }: LayerProps) {
  const { locale } = useTexts();
  const outline = useMemo((): readonly LinePoint[] | undefined => {
    const ellipse = toldEllipse(open?.detail, ellipseShare);
    return open && ellipse && ellipseAround(open, ellipse);
  }, [open, ellipseShare]);
  if (!outline || !open || ellipseShare === undefined) return null;
  const anchor: LinePoint = [open.longitude, open.latitude];
  const { measure, edge } = mapColours[query.theme];
  const north = outline.reduce((most, point) => (point[1] > most[1] ? point : most), anchor);
  return (
    <MapLines anchor={anchor}>
      <LinePath
        d={pathOf([outline], anchor)}
        colour={measure}
        widthPx={1.5}
        edge={{ colour: edge, widthPx: 3 }}
        dashed
      />
      <LineLabel
        at={north}
        anchor={anchor}
        text={percentText(ellipseShare, locale)}
        sizePx={12}
        colour={measure}
        halo={edge}
      />
    </MapLines>
  );
}
