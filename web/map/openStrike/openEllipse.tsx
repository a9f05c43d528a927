import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';

export const openEllipse: LayerPart = { name: 'open-ellipse', order: 35, lies: 'over-names', Layer: OpenEllipse };

const EllipseLine = lazy(async () => ({ default: (await withinChunkTimeout(import('./detailInOne.ts'))).EllipseLine }));

/** Only some sources tell an ellipse. */
function OpenEllipse(props: LayerProps) {
  const isTold = props.screen.open?.detail?.ellipse !== undefined && props.sky.ellipseShare !== undefined;
  return isTold && <EllipseLine {...props} />;
}
