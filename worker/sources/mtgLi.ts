import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { isoSeconds, MINUTE_MS, parseIsoInstant } from '#shared/time.ts';
import { readBoundedBytes, readBoundedJson } from '#worker/http/outbound/readBounded.ts';
import { lflStrikes, parseFileName, readLfl, unzipBody } from './mtgLiFile.ts';
import {
  type FailedResponse,
  type FileList,
  type FileResponse,
  type FileSource,
  HttpUrl,
  type ListedFile,
  querySource,
  type SourceDeps,
  type SourceEntry,
  type SourceRequest,
  type SourceTraits,
} from './source.ts';

/** Renewed this long before its end, or at half of its life if that is short. */
const RENEW_BEFORE_MS = 60_000;

const TokenResponse = v.object({
  // Goes into a header unchanged.
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/)),
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(7 * 24 * 3_600)),
});

/** The store's token for downloads. In memory only: it lives for an hour, and another costs one request. */
export class StoreToken {
  private readonly clock: Clock;
  private held: { readonly text: string; readonly renewAtMs: number; used: boolean } | undefined;
  /** Downloads refused in a row, each with a different token. */
  private refusals = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * For one download; undefined if one must be fetched. One that was fetched for this download is always tried: whoever
   * calls seldom would otherwise only ever fetch tokens that do not live long.
   */
  use(): string | undefined {
    const { held } = this;
    if (!held || (held.used && this.clock.now() >= held.renewAtMs)) return undefined;
    held.used = true;
    return held.text;
  }

  /** Takes the response to `POST /token`, requested at `requestedAtMs`. False if it is no token. */
  acceptResponse(result: unknown, requestedAtMs: number): boolean {
    const token = v.safeParse(TokenResponse, result);
    if (!token.success) return false;
    const lifeMs = token.output.expires_in * 1_000;
    const renewAtMs = requestedAtMs + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 2);
    this.held = { text: token.output.access_token, renewAtMs, used: false };
    return true;
  }

  accepted(): void {
    this.refusals = 0;
  }

  /** Forgets the token `text`. Whether another is worth a try: not if the one before was refused as well. */
  refused(text: string): boolean {
    // Of two calls at once the second one must not count, nor take away what the first one has fetched since.
    if (this.held?.text !== text) return true;
    this.held = undefined;
    this.refusals += 1;
    return this.refusals === 1;
  }
}

/** Requested at once. */
const MOST_LISTED = 1_000;

const Entry = v.object({ title: v.string(), href: v.string() });

const Product = v.object({
  id: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,400}$/)),
  properties: v.object({
    /** `from/to`, when its observations begin and end. */
    date: v.string(),
    /** Its files, where the store lists them by themselves. */
    links: v.optional(v.object({ 'sip-entries': v.optional(v.array(v.unknown())) })),
  }),
});
type Product = v.InferOutput<typeof Product>;

const SearchResult = v.object({
  features: v.array(v.unknown()),
  totalResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

interface Version extends ListedFile {
  readonly createdMs: number;
}

/**
 * The answer of the store's search (`/data/search-products/1.0.0/os?format=json`), newest slot first: of each slot the
 * version made last, and those with time that it does not hold. `baseUrl` is where files are downloaded; an entry
 * elsewhere is not used. What cannot be understood is left out, unless that is all.
 */
export function parseSearchResponse(body: unknown, baseUrl: string, collection: string): FileList {
  const result = v.safeParse(SearchResult, body);
  if (!result.success) return { kind: 'failed', reason: 'the search did not answer with a list of products' };
  const { features, totalResults = features.length } = result.output;
  if (features.length > MOST_LISTED)
    return { kind: 'failed', reason: `the search listed more than ${MOST_LISTED} products` };
  if (totalResults > features.length) return { kind: 'failed', reason: 'the search answered with a part of its list' };
  const found = features.map((feature) => versionOf(feature, baseUrl, collection));
  const versions = found.filter((version) => typeof version !== 'string');
  const [error] = found.filter((version) => typeof version === 'string');
  if (versions.length === 0 && error !== undefined)
    return { kind: 'failed', reason: `no product of the list: ${error}` };
  const newestFirst = currentOf(versions).sort((a, b) => b.slotMs - a.slotMs || b.createdMs - a.createdMs);
  return { kind: 'listed', files: newestFirst.map(({ createdMs: _, ...file }) => file) };
}

/** What is wrong with it is a text, which repeats nothing of it. */
function versionOf(feature: unknown, baseUrl: string, collection: string): Version | string {
  const product = v.safeParse(Product, feature);
  if (!product.success) return `bad ${v.getDotPath(product.issues[0]) ?? 'product'}`;
  const { id, properties } = product.output;
  const name = parseFileName(id);
  if (!name || name.part === 'TRAIL') return 'unknown id';
  const [from = '', to = '', ...more] = properties.date.split('/', 3);
  const fromMs = parseIsoInstant(from);
  const toMs = parseIsoInstant(to);
  if (fromMs === undefined || toMs === undefined || more.length > 0 || fromMs >= toMs) return 'bad properties.date';
  const { slotMs, createdMs } = name;
  return { id: fileId(product.output, baseUrl, collection), slotMs, fromMs, toMs, createdMs };
}

/**
 * Path and query of its BODY entry, or of the zip with all entries if the store lists none; after `#` the product's
 * name, from which the reader takes the times.
 */
function fileId({ id, properties }: Product, baseUrl: string, collection: string): string {
  const entries = (properties.links?.['sip-entries'] ?? []).filter((entry) => v.is(Entry, entry));
  const body = entries.find(({ title }) => parseFileName(title)?.part === 'BODY');
  const base = new URL(baseUrl);
  const url = body && URL.canParse(body.href, baseUrl) ? new URL(body.href, baseUrl) : undefined;
  const product = encodeURIComponent(id);
  const zip = `${base.pathname.replace(/\/$/, '')}/data/download/1.0.0/collections/${encodeURIComponent(collection)}/products/${product}`;
  const path = url?.origin === base.origin && url.username === '' ? `${url.pathname}${url.search}` : zip;
  return `${path}#${product}`;
}

/** Where a file is downloaded, and its product's name. */
export function fileAddress(id: string, baseUrl: string): { readonly url: string; readonly productName: string } {
  const [path = '', product = ''] = id.split('#');
  // Joined as texts: a path of `//host/` would otherwise be read as another host, and get the token.
  return { url: `${new URL(baseUrl).origin}${path}`, productName: decodeURIComponent(product) };
}

/** Without those whose time a version of the same slot holds that was made later. */
function currentOf(versions: readonly Version[]): Version[] {
  const replaces = (later: Version, { slotMs, createdMs, fromMs, toMs }: Version) =>
    later.slotMs === slotMs && later.createdMs > createdMs && later.fromMs <= fromMs && later.toMs >= toMs;
  return versions.filter((version) => !versions.some((other) => replaces(other, version)));
}

const MTG_LI_TRAITS: SourceTraits = {
  name: 'mtg-li',
  way: 'files',
  kind: 'optical-flash',
  rows: { max: 200_000, truncation: 'never' },
  delayMs: { typical: 7 * MINUTE_MS, worst: 15 * MINUTE_MS, step: 10 * MINUTE_MS },
  timeStepMs: 1,
  /** Moved back from where it appears for a top of 11 km; others are up to 8 km off. Worst: where it was not moved at all. */
  errorKm: { typical: 8, worst: 21 },
  identity: 'given',
  /** The disc that Meteosat sees from above 0° N, 0° E, without its edge. */
  coverage: { west: -65, south: -65, east: 65, north: 65 },
  attribution: 'Contains modified EUMETSAT Meteosat data {year}',
  publicUse: 'yes',
};

/** LI Lightning Flashes. */
const COLLECTION = 'EO:EUM:DAT:0691';
const USUAL_WAIT_MS = 20_000;
/** The largest file measured had 1.3 MB; a product in a list has some 5 kB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The store may compare its bounds with the start of a product or with its end. */
const LIST_MARGIN_MS = 30 * MINUTE_MS;

interface MtgLiAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
}

/**
 * EUMETSAT's data store: lightning flashes as the Lightning Imager saw them, in a file for each ten minutes. Searches
 * are anonymous, downloads need a token.
 */
export class MtgLiClient implements FileSource {
  readonly way = 'files';
  readonly traits = MTG_LI_TRAITS;
  private readonly access: MtgLiAccess;
  private readonly deps: SourceDeps;
  private readonly token: StoreToken;

  constructor(access: MtgLiAccess, deps: SourceDeps) {
    this.access = access;
    this.deps = deps;
    this.token = new StoreToken(deps.clock);
  }

  async listFiles(fromMs: number, toMs: number, maxWaitMs = USUAL_WAIT_MS): Promise<FileList> {
    const { baseUrl } = this.access;
    const query = new URLSearchParams({
      format: 'json',
      pi: COLLECTION,
      dtstart: isoSeconds(fromMs - LIST_MARGIN_MS),
      dtend: isoSeconds(toMs + LIST_MARGIN_MS),
      si: '0',
      c: String(MOST_LISTED),
      sort: 'start,time,0',
    });
    const request = { url: `${baseUrl}/data/search-products/1.0.0/os?${query}`, maxWaitMs };
    const list = await this.requestJson(request, (body) => parseSearchResponse(body, baseUrl, COLLECTION));
    if (list.kind !== 'listed') return list;
    return { kind: 'listed', files: list.files.filter((file) => file.toMs > fromMs && file.fromMs < toMs) };
  }

  async readFile(file: ListedFile, bbox: BBox, maxWaitMs = USUAL_WAIT_MS): Promise<FileResponse> {
    const token = this.token.use();
    if (token === undefined) return await this.fetchToken(maxWaitMs);
    const { url, productName } = fileAddress(file.id, this.access.baseUrl);
    const request = { url, headers: { authorization: `Bearer ${token}` }, maxWaitMs };
    const result = await querySource(this.deps, request, bytesOf, {
      401: { kind: 'unauthorized' },
      // A listed product may not be there yet.
      404: { kind: 'absent' },
    });
    if (result.kind === 'unauthorized') return this.refused(token);
    if (result.kind !== 'bytes') return result;
    this.token.accepted();
    return readStrikes(result.bytes, productName, bbox);
  }

  /** The call that needed it is made again by its caller. */
  private async fetchToken(maxWaitMs: number): Promise<FailedResponse> {
    const { baseUrl, key, secret } = this.access;
    const request = {
      url: `${baseUrl}/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${key}:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      maxWaitMs,
    };
    const requestedAtMs = this.deps.clock.now();
    const failedResponse = await this.requestJson(
      request,
      (body): FailedResponse =>
        this.token.acceptResponse(body, requestedAtMs)
          ? { kind: 'paused', reason: 'fetched first', retryAfterMs: 0 }
          : { kind: 'failed', reason: 'not a token' },
    );
    return { ...failedResponse, reason: `token: ${failedResponse.reason}` };
  }

  private refused(token: string): FailedResponse {
    const reason = 'the token was refused';
    if (this.token.refused(token)) return { kind: 'paused', reason, retryAfterMs: 0 };
    return { kind: 'rejected', reason, denied: true };
  }

  /** `read` gets undefined for what is no JSON: the message of `JSON.parse` would repeat what was sent. */
  private requestJson<Result>(
    request: SourceRequest,
    read: (body: unknown) => Result,
  ): Promise<Result | FailedResponse> {
    return querySource(this.deps, request, async (response) => {
      const body = await readBoundedJson(response, MAX_BYTES).catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      });
      return read(body);
    });
  }
}

type Downloaded =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'unauthorized' }
  | Extract<FileResponse, { kind: 'absent' | 'unreadable' }>;

async function bytesOf(response: Response): Promise<Downloaded> {
  const bytes = await readBoundedBytes(response, MAX_BYTES).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  return bytes ? { kind: 'bytes', bytes } : { kind: 'unreadable', reason: `the file exceeds ${MAX_BYTES} bytes` };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const HDF5 = [0x89, 0x48, 0x44, 0x46];

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

async function readStrikes(bytes: Uint8Array<ArrayBuffer>, productName: string, bbox: BBox): Promise<FileResponse> {
  const isZip = beginsWith(bytes, ZIP);
  if (!isZip && !beginsWith(bytes, HDF5)) return { kind: 'failed', reason: 'neither a zip nor netCDF' };
  try {
    const file = readLfl(isZip ? await unzipBody(bytes) : bytes, productName);
    const { flashes, skipped, isWarned } = file;
    return { kind: 'strikes', rows: flashes.length + skipped.length, ...lflStrikes(file, bbox), isWarned };
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : 'unknown' };
  }
}

const EUMETSAT = 'https://api.eumetsat.int';

/** Both go into one header, divided by a colon. */
const credential = (rule: RegExp, text: string) => v.optional(v.pipe(v.string(), v.regex(rule, text)), '');

const variables = {
  MTG_LI_BASE_URL: v.optional(HttpUrl, EUMETSAT),
  MTG_LI_KEY: credential(/^[!-9;-~]{0,200}$/, 'must be printable ASCII without colon or blank'),
  MTG_LI_SECRET: credential(/^[!-~]{0,200}$/, 'must be printable ASCII without blank'),
};

/** Flashes that Meteosat's Lightning Imager saw: free, 7 to 15 minutes old, without a contract. */
export const mtgLi: SourceEntry<typeof variables> = {
  variables,
  errors: ({ MTG_LI_KEY: key, MTG_LI_SECRET: secret }) => {
    if (key === '' && secret === '')
      return ['MTG_LI_KEY and MTG_LI_SECRET must be set: EUMETSAT gives them free of charge'];
    if (key === '') return ['MTG_LI_KEY must be set together with MTG_LI_SECRET'];
    return secret === '' ? ['MTG_LI_SECRET must be set together with MTG_LI_KEY'] : [];
  },
  traits: () => MTG_LI_TRAITS,
  make: ({ MTG_LI_BASE_URL: baseUrl, MTG_LI_KEY: key, MTG_LI_SECRET: secret }, deps) =>
    new MtgLiClient({ baseUrl, key, secret }, deps),
};
