/** The satellite's components in one file, which loads when they are first shown. */
export { SatelliteLayer } from './SatelliteLayer.tsx';
export { SatelliteRow } from './SatelliteRow.tsx';
