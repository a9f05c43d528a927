/** Their namespaces are typed by what the objects answer, not by their classes: `worker/stubs.ts`. */
type ObjectBinding = 'FEED' | 'RELAY' | 'WATCH' | 'NOWCAST' | 'KEY_METER' | 'HINDCAST' | 'CROSS_CHECK';

/**
 * What wrangler.toml binds (`worker-configuration.d.ts`, generated), bindings that it has as a comment or that exist only
 * locally, and the raw variables for `parseConfig`, secrets among them.
 */
export interface Env extends Readonly<Omit<Cloudflare.Env, ObjectBinding>> {
  readonly BASEMAP_BUCKET?: R2Bucket;
  /** Locally: answers ranges of the files in the base map's folder. */
  readonly BASEMAP_FILE?: Fetcher;
  readonly [variable: string]: unknown;
}
