import { type ComponentType, lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { satelliteAddress } from './satelliteAddress.ts';

/** Below storm cells and strikes, which are more precise. */
export const satellite: LayerPart = {
  name: 'satellite',
  order: 10,
  lies: 'over-names',
  parameters: satelliteAddress.names,
  Layer: Satellite,
};

const load = () => withinChunkTimeout(import('./SatelliteRow.tsx'));
type Parts = Awaited<ReturnType<typeof load>>;

function part<Name extends keyof Parts>(name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Parameters<Parts[Name]>[0]> }));
}

const LazyLayer = part('SatelliteLayer');
/** Legend row if there is a satellite: the meaning of its marks, and their switch. */
export const SatelliteLegend = part('SatelliteRow');

/** Live only: past satellite data is not stored. */
function Satellite(props: LayerProps) {
  const [rendered] = useAddress(satelliteAddress, 'query');
  const isNow = props.visible.toMs === Number.POSITIVE_INFINITY;
  return rendered && isNow && props.sky.crossCheck && <LazyLayer {...props} />;
}
