import { useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CardButton } from '#web/map/kit/CardButton.tsx';
import { cornersToShape } from '#web/map/watchDraft/cornersToShape.ts';
import { changeDraft } from '#web/map/watchDraft/watchDraft.ts';

interface CentreCornersProps {
  readonly from: 'line' | 'polygon';
  readonly centre: Position | undefined;
}

/** Draws without a pointer: the arrow keys move the map, and each press takes its middle as the next corner. */
export function CentreCorners({ from, centre }: CentreCornersProps) {
  const { LL } = useTexts();
  const [corners, setCorners] = useState<readonly (readonly [number, number])[]>([]);
  const add = () => {
    if (!centre) return;
    const next = [...corners, [centre.longitude, centre.latitude] as const];
    setCorners(next);
    const shape = cornersToShape(from, next);
    if (shape) changeDraft({ shape });
  };
  return (
    <CardButton onClick={add}>
      {LL.book.draw.corner()}
      {corners.length > 0 && ` (${corners.length})`}
    </CardButton>
  );
}
