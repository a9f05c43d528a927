/** The deployment's own base map cannot be served; the message says why, for whoever operates it. */
export class BasemapFault extends Error {
  override readonly name = 'BasemapFault';
}
