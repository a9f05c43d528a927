import { useMemo } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { PlacePicture } from '#web/ground/picture/PlacePicture.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { lookUpKmText } from './lookUpText.ts';

const REACH_KM = 4;

interface OutlinePictureProps {
  readonly start: Shape;
  readonly drawn: Shape;
  readonly onCorner: (at: Position) => void;
}

export default function OutlinePicture({ start, drawn, onCorner }: OutlinePictureProps) {
  const { LL, locale } = useTexts();
  const picture = useMemo(
    () => ({ shape: drawn, circles: [], points: [], around: boxAroundShape(start, REACH_KM) }),
    [start, drawn],
  );
  return (
    <PlacePicture
      picture={picture}
      label={LL.lookUp.ask.drawing()}
      kmText={(km) => lookUpKmText(km, LL, locale)}
      onPick={onCorner}
    />
  );
}
