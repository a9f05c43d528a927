import { type ComponentType, lazy } from 'react';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { satelliteAddress } from './satelliteAddress.ts';

/** Below storm cells and strikes, which are nearer to the truth. */
export const satellite: LayerPart = {
  name: 'satellite',
  order: 10,
  lies: 'over-names',
  parameters: satelliteAddress.names,
  Layer: Satellite,
};

const load = () => withinChunkTimeout(import('./satelliteInOne.ts'));
type Parts = Awaited<ReturnType<typeof load>>;

function part<Name extends keyof Parts>(name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Parameters<Parts[Name]>[0]> }));
}

const LazyLayer = part('SatelliteLayer');
/** In the legend, where there is a satellite: what its marks mean, and the switch for them. */
export const SatelliteLegend = part('SatelliteRow');

/** Only of now: what it saw then is not kept. */
function Satellite(props: LayerProps) {
  const [drawn] = useAddressPart(satelliteAddress);
  const isNow = props.shown.toMs === Number.POSITIVE_INFINITY;
  return drawn && isNow && props.sky.crossCheck && <LazyLayer {...props} />;
}
