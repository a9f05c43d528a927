import { Popup } from 'react-map-gl/maplibre';
import type { LayerProps } from '../../parts/MapPart.ts';
import { StrikePopup } from './StrikePopup.tsx';

/** The popup of the open strike, at its position. */
export function OpenStrikePopup({ sky: { clock, from }, screen: { open, close, query } }: LayerProps) {
  if (!open) return null;
  return (
    <Popup
      latitude={open.latitude}
      longitude={open.longitude}
      offset={14}
      maxWidth="320px"
      closeButton={false}
      closeOnClick={false}
      onClose={close}
    >
      <StrikePopup
        strike={open}
        clock={clock}
        from={from}
        fromChosenPoint={query.point !== undefined}
        onClose={close}
      />
    </Popup>
  );
}
