/** The satellite's components in one file, which loads where there is a satellite and somebody looks for it. */
export { SatelliteLayer } from './SatelliteLayer.tsx';
export { SatelliteRow } from './SatelliteRow.tsx';
