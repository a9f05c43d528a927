/** How the client reaches the API. */
export interface Ports {
  /** Scheme and host of the site, such as `https://lightning.example`. */
  readonly origin: string;
  /** The key of a plan. Sent as a header, never in an address. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  /** Returns numbers in [0, 1). */
  readonly random: () => number;
}

export const headersOf = ({ key }: Ports): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
