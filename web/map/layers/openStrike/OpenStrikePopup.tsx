import { Popup } from 'react-map-gl/maplibre';
import { ageClassOf } from '#shared/ageClass.ts';
import { useMediaQuery } from '#web/kit/browser/useMediaQuery.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import type { OpenStrike } from '#web/map/parts/OpenStrike.ts';
import { OpenStrikeMark } from './OpenStrikeMark.tsx';
import { StrikePopup } from './StrikePopup.tsx';
import { StrikeSheet } from './StrikeSheet.tsx';

/** The open strike: marked on the map, and told of in a popup beside it; on a phone in a sheet below it. */
export function OpenStrikePopup(props: LayerProps) {
  const { open } = props.screen;
  return open ? <Opened {...props} open={open} /> : null;
}

function Opened({ sky: { clock, from }, screen, shown, open }: LayerProps & { readonly open: OpenStrike }) {
  const { close, query } = screen;
  const { windowMs, theme } = query;
  const roomy = useMediaQuery('(min-width: 48rem)');
  const told = (
    <StrikePopup
      strike={open}
      clock={clock}
      from={from}
      fromChosenPoint={query.point !== undefined}
      windowMs={windowMs}
      onClose={close}
    />
  );
  return (
    <>
      <OpenStrikeMark strike={open} theme={theme} age={ageClassOf(shown.nowMs - open.atMs)} />
      {roomy ? (
        <Popup
          latitude={open.latitude}
          longitude={open.longitude}
          offset={18}
          maxWidth="320px"
          closeButton={false}
          closeOnClick={false}
          onClose={close}
        >
          {told}
        </Popup>
      ) : (
        <StrikeSheet strike={open}>{told}</StrikeSheet>
      )}
    </>
  );
}
