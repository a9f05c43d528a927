import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';
import { type Clock, systemClock } from '#shared/Clock.ts';
import { DAY_MS, isoMillis, MINUTE_MS } from '#shared/time.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { type LflFault, writeLfl } from './writeLfl.ts';

/** A flash of the true sky. */
export interface SkyFlash {
  readonly atMs: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A file of one slot. `share`: the fraction of the slot's flashes in it, starting with the first. */
interface SlotVersion {
  /** Processing letter: `T` and `C` until 2024, `O` since. */
  readonly letter: 'T' | 'C' | 'O';
  /** Delay after the end of its observations. */
  readonly createdAfterMs: number;
  readonly listedAfterMs: number;
  readonly share: number;
}

/** Files of ten minutes of observations. No versions: a gap. */
export interface SlotPlan {
  readonly versions: readonly SlotVersion[];
  /** Its flashes are numbered from 1, as after an outage, although other files of the day have the same numbers. */
  readonly restarts?: boolean;
}

interface ProductFlash extends SkyFlash {
  readonly flashId: number;
}

/** A product of the store. Times are milliseconds since the Unix epoch. */
interface MtgLiProduct {
  readonly id: string;
  readonly bodyName: string;
  readonly trailName: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly listedMs: number;
  readonly flashes: readonly ProductFlash[];
}

const SLOT_MS = 10 * MINUTE_MS;
/** Files begin this long after their slot, and include flashes that begin up to this long before the file. */
const LATE_MS = 3_000;
const IDS_A_SLOT = 1_000_000;

export const USUAL_PLAN: SlotPlan = {
  versions: [{ letter: 'O', createdAfterMs: 16_000, listedAfterMs: 40_000, share: 1 }],
};

/** `YYYYMMDDhhmmss` in UTC. */
const stamp = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace(/\D/g, '');

function fileName(part: string, suffix: string, slotMs: number, { letter, createdAfterMs }: SlotVersion): string {
  const [fromMs, toMs] = [slotMs + LATE_MS, slotMs + SLOT_MS + LATE_MS];
  const cycle = String(Math.floor((slotMs % DAY_MS) / SLOT_MS) + 1).padStart(4, '0');
  const times = `_C_EUMT_${stamp(toMs + createdAfterMs)}_L2PF_OPE_${stamp(fromMs)}_${stamp(toMs)}`;
  return `W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--${part}${times}_N__${letter}_${cycle}_${suffix}`;
}

/** The products of the slot that begins at `slotMs`. `sky`: the slot's flashes. */
function productsOf(slotMs: number, { versions, restarts = false }: SlotPlan, sky: readonly SkyFlash[]) {
  const firstId = restarts ? 1 : ((slotMs % DAY_MS) / SLOT_MS) * IDS_A_SLOT + 1;
  const flashes = sky.map((flash, index): ProductFlash => ({ ...flash, flashId: firstId + index }));
  return versions.map((version): MtgLiProduct => {
    const fromMs = slotMs + LATE_MS;
    const toMs = fromMs + SLOT_MS;
    return {
      id: fileName('x-x--ARC-x', '0000', slotMs, version),
      bodyName: fileName('CHK-BODY--ARC-NC4E', '0001.nc', slotMs, version),
      trailName: fileName('CHK-TRAIL--ARC-NC4E', '0002.nc', slotMs, version),
      fromMs,
      toMs,
      listedMs: toMs + version.listedAfterMs,
      flashes: unsorted(flashes.slice(0, Math.ceil(flashes.length * version.share))),
    };
  });
}

/** Every other flash, then the rest in reverse: about as unsorted as the real files. */
function unsorted(flashes: readonly ProductFlash[]): ProductFlash[] {
  const isEven = (_: ProductFlash, index: number) => index % 2 === 0;
  return [...flashes.filter(isEven), ...flashes.filter((flash, index) => !isEven(flash, index)).reverse()];
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;

/** The zip of a product, TRAIL before BODY. With `spoilt`, the header of every file in it has a wrong CRC. */
function productZip({ trailName, bodyName }: MtgLiProduct, body: Uint8Array, spoilt: boolean): Uint8Array {
  const files = {
    [trailName]: strToU8('\x89HDF\r\n\x1a\nno flashes'),
    'quicklooks/quicklook.png': strToU8('\x89PNG'),
    [bodyName]: body,
    'EOPMetadata.xml': strToU8('<metadata/>'),
  };
  const zip = zipSync({ 'manifest.xml': strToU8(manifestOf(files)), ...files });
  if (spoilt) spoilChecksums(zip);
  return zip;
}

function manifestOf(files: Readonly<Record<string, Uint8Array>>): string {
  const objects = Object.entries(files).map(
    ([name, bytes]) =>
      `<dataObject ID="${name}"><checksum checksumName="MD5">${createHash('md5').update(bytes).digest('hex')}</checksum></dataObject>`,
  );
  return `<manifest>${objects.join('')}</manifest>`;
}

/** Follows the directory at the end of the zip (APPNOTE.TXT 4.3.12) and the headers that it points to. */
function spoilChecksums(zip: Uint8Array): void {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let at = view.getUint32(zip.length - 6, true);
  while (view.getUint32(at, true) === CENTRAL_HEADER) {
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL_HEADER) throw new Error('a zip whose directory is wrong');
    for (const crc of [at + 16, local + 14]) view.setUint32(crc, view.getUint32(crc, true) ^ 1, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Where a product's files are available: individually, only together in the zip, or at another host. */
type EntryPlace = 'here' | 'in-zip' | 'elsewhere';

const COLLECTION = 'EO:EUM:DAT:0691';

function productPath({ id }: MtgLiProduct): string {
  return `/data/download/1.0.0/collections/${encodeURIComponent(COLLECTION)}/products/${encodeURIComponent(id)}`;
}

/** The store's response to a search, TRAIL before BODY. `products`: all matches. */
function searchJson(products: readonly MtgLiProduct[], url: string, entries: EntryPlace, query: URLSearchParams) {
  const startIndex = Number(query.get('si') ?? 0);
  const itemsPerPage = Number(query.get('c') ?? 10);
  return {
    type: 'FeatureCollection',
    properties: { title: 'EUMETSAT Data Store', updated: isoMillis(0) },
    totalResults: products.length,
    startIndex,
    itemsPerPage,
    features: products.slice(startIndex, startIndex + itemsPerPage).map((product) => featureOf(product, url, entries)),
  };
}

function featureOf(product: MtgLiProduct, url: string, place: EntryPlace) {
  const { id, bodyName, trailName, fromMs, toMs, listedMs } = product;
  const path = productPath(product);
  const host = place === 'elsewhere' ? 'http://127.0.0.1:9' : url;
  const entries = [trailName, 'quicklooks/quicklook.png', 'manifest.xml', bodyName, 'EOPMetadata.xml'];
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [] },
    properties: {
      identifier: id,
      date: `${isoMillis(fromMs)}/${isoMillis(toMs)}`,
      updated: isoMillis(listedMs),
      links: {
        type: 'Links',
        data: [{ type: 'Link', href: `${url}${path}`, title: 'Product download', mediaType: 'application/zip' }],
        ...(place === 'in-zip'
          ? {}
          : {
              'sip-entries': entries.map((title) => ({
                type: 'Link',
                title,
                href: `${host}${path}/entry?name=${encodeURIComponent(title)}`,
                mediaType: title.endsWith('.nc') ? 'application/x-netcdf' : 'application/octet-stream',
              })),
            }),
      },
    },
  };
}

/** Fault of one request to the fake. Each one was seen at the real store, or at a proxy before one. */
export type MtgLiFault =
  | 'none'
  /** 500. */
  | 'error'
  /** 503 with `Retry-After`. */
  | 'busy'
  /** 429 with `Retry-After`. */
  | 'too-many'
  /** 401, with the key in the body if the request was for a token. */
  | 'unauthorized'
  | 'forbidden'
  /** 404, although it is listed. */
  | 'missing'
  | 'redirect'
  /** A page of HTML with status 200. */
  | 'html'
  /** An error in JSON with status 200. */
  | 'json-error'
  | 'hang'
  /** The connection ends after half of the body. */
  | 'cut'
  /** Half of the body, as if it were complete. */
  | 'short'
  /** One byte at a time, endlessly. */
  | 'drip'
  /** More bytes than any real file. */
  | 'huge'
  /** The checksum of the file in the zip does not match its content. */
  | 'wrong-crc';

interface MtgLiResponse {
  readonly type: string;
  readonly body: Uint8Array;
}

const RETRY_AFTER_S = 7;
const DRIP_EVERY_MS = 20;
const HUGE_BYTES = 9 * 2 ** 20;
const PAGE = '<!doctype html><title>Sign in</title><p>The service is being maintained.';

/** `body`: the content of the response. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

function refusalOf(fault: MtgLiFault, key: string): Refusal | undefined {
  const error_description = `A valid OAuth client could not be found for client_id: ${key}`;
  const headers = { 'retry-after': String(RETRY_AFTER_S) };
  switch (fault) {
    case 'error':
      return { status: 500, body: { error: 'internal' } };
    case 'busy':
      return { status: 503, headers, body: { error: 'unavailable' } };
    case 'too-many':
      return { status: 429, headers, body: { error: 'throttled' } };
    case 'unauthorized':
      return { status: 401, body: { error: 'invalid_client', error_description } };
    case 'forbidden':
      return { status: 403, body: { error: 'licence' } };
    case 'missing':
      return { status: 404, body: { error: 'not found' } };
    case 'redirect':
      return { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: {} };
    case 'json-error':
      return { status: 200, body: { error: 'invalid_request', error_description } };
    default:
      return undefined;
  }
}

/** Sends `mtgLiResponse`, or what `fault` turns it into. `key` is what error bodies repeat. */
function sendWithFault(response: ServerResponse, mtgLiResponse: MtgLiResponse, fault: MtgLiFault, key: string): void {
  const refusal = refusalOf(fault, key);
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers });
    response.end(JSON.stringify(refusal.body));
    return;
  }
  const { type, body } = mtgLiResponse;
  const half = body.subarray(0, Math.ceil(body.length / 2));
  const begin = (contentType: string, length?: number) =>
    response.writeHead(200, {
      'content-type': contentType,
      ...(length === undefined ? {} : { 'content-length': length }),
    });
  switch (fault) {
    case 'html':
      begin('text/html').end(PAGE);
      break;
    case 'hang':
      break;
    case 'cut':
      begin(type, body.length).write(half, () => response.destroy());
      break;
    case 'short':
      begin(type, half.length).end(half);
      break;
    case 'drip':
      begin(type);
      drip(response, body);
      break;
    case 'huge':
      begin(type).end(Buffer.concat([body, Buffer.alloc(HUGE_BYTES)]));
      break;
    default:
      begin(type, body.length).end(body);
  }
}

function drip(response: ServerResponse, body: Uint8Array): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + 1));
    at = (at + 1) % body.length;
  }, DRIP_EVERY_MS);
  response.on('close', () => clearInterval(timer));
}

interface MtgLiOptions {
  readonly port?: number;
  readonly clock?: Clock;
  readonly key?: string;
  readonly secret?: string;
  /** Flashes with `fromMs <= atMs < toMs`, oldest first. */
  readonly sky: (fromMs: number, toMs: number) => readonly SkyFlash[];
  /** Files of the slot that begins at `slotMs`, a multiple of `SLOT_MS`. */
  readonly plan?: (slotMs: number) => SlotPlan;
  /** Fault in the file of a slot; undefined for a valid one. */
  readonly writtenWith?: (slotMs: number) => LflFault | undefined;
  readonly entries?: EntryPlace;
}

type RequestKind = 'token' | 'search' | 'entry' | 'zip' | 'other';

/** `number` counts from 0. */
interface MtgLiRequest {
  readonly kind: RequestKind;
  readonly number: number;
}

type Faults = MtgLiFault | ((request: MtgLiRequest) => MtgLiFault);

/** A fake of EUMETSAT's data store on the loopback interface: tokens, search, entries and zips of Lightning Flashes. */
export interface MtgLiFake {
  /** For `MTG_LI_BASE_URL`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Oldest first. */
  readonly requests: readonly MtgLiRequest[];
  setFault(faults: Faults): void;
  /** Revokes all tokens issued so far. */
  revokeTokens(): void;
  /** Lifetime of future tokens. */
  setTokenLife(seconds: number): void;
  /** Destroys open sockets. */
  close(): Promise<void>;
}

const NOTHING = { type: 'application/json', body: Buffer.from('{}') };

interface StoreRequest {
  readonly kind: RequestKind;
  readonly url: URL;
  readonly product: string;
}

const DOWNLOAD = new RegExp(
  `^/data/download/1\\.0\\.0/collections/${encodeURIComponent(COLLECTION)}/products/([^/]+)(/entry)?$`,
);

/** Rejects if the port is in use. */
export async function startMtgLi(options: MtgLiOptions): Promise<MtgLiFake> {
  const { port = 0, clock = systemClock, sky, plan = () => USUAL_PLAN, entries = 'here' } = options;
  const { key = 'key-of-nobody', secret = randomBytes(12).toString('hex'), writtenWith = () => undefined } = options;
  const requests: MtgLiRequest[] = [];
  const tokens = new Map<string, number>();
  const bodies = new Map<string, Promise<Uint8Array>>();
  let faults: Faults = 'none';
  let tokenLifeS = 3_600;

  function productsWithin(fromMs: number, toMs: number): MtgLiProduct[] {
    const products: MtgLiProduct[] = [];
    for (let slotMs = Math.floor(fromMs / SLOT_MS) * SLOT_MS; slotMs < toMs; slotMs += SLOT_MS) {
      products.unshift(...productsOf(slotMs, plan(slotMs), sky(slotMs, slotMs + SLOT_MS)));
    }
    return products.filter((product) => product.listedMs <= clock.now());
  }

  function bodyOf(product: MtgLiProduct): Promise<Uint8Array> {
    const created = bodies.get(product.id) ?? written(product, writtenWith);
    bodies.set(product.id, created);
    return created;
  }

  function productNamed(id: string): MtgLiProduct | undefined {
    const [, from = ''] = /_OPE_(\d{14})_/.exec(id) ?? [];
    const fromMs = Date.parse(from.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
    return productsWithin(fromMs, fromMs + 1).find((product) => product.id === id);
  }

  /** The response without a fault, or the status of a refusal. */
  async function reply(storeRequest: StoreRequest, request: IncomingMessage, fault: MtgLiFault) {
    const json = (body: object) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(body)) });
    if (storeRequest.kind === 'token') {
      const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
      const grants = (await text(request)) === 'grant_type=client_credentials' && request.method === 'POST';
      if (request.headers.authorization !== basic || !grants) return 401;
      const token = randomBytes(16).toString('hex');
      tokens.set(token, clock.now() + tokenLifeS * 1_000);
      return json({ access_token: token, scope: 'am_application_scope', token_type: 'Bearer', expires_in: tokenLifeS });
    }
    if (storeRequest.kind === 'search') {
      const { searchParams: query } = storeRequest.url;
      if (query.get('pi') !== COLLECTION || query.get('format') !== 'json') return 404;
      const found = productsWithin(Date.parse(query.get('dtstart') ?? ''), Date.parse(query.get('dtend') ?? ''));
      return json(searchJson(found, loopback.url, entries, query));
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now()) return 401;
    const product = productNamed(storeRequest.product);
    if (!product) return 404;
    const body = await bodyOf(product);
    if (storeRequest.kind === 'zip') {
      return { type: 'application/zip', body: productZip(product, body, fault === 'wrong-crc') };
    }
    return storeRequest.url.searchParams.get('name') === product.bodyName
      ? { type: 'application/x-netcdf', body }
      : 404;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const storeRequest = requestedBy(request);
    const noted = { kind: storeRequest.kind, number: requests.length };
    requests.push(noted);
    response.setHeader('date', new Date(clock.now()).toUTCString());
    const fault = typeof faults === 'function' ? faults(noted) : faults;
    const replied = await reply(storeRequest, request, fault);
    const own = replied === 401 ? 'unauthorized' : 'missing';
    if (typeof replied === 'object') sendWithFault(response, replied, fault, key);
    else sendWithFault(response, NOTHING, fault === 'none' ? own : fault, key);
  }

  const loopback = await listenOnLoopback(port, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return {
    url: loopback.url,
    key,
    secret,
    requests,
    setFault: (input) => {
      faults = input;
    },
    revokeTokens: () => tokens.clear(),
    setTokenLife: (seconds) => {
      tokenLifeS = seconds;
    },
    close: loopback.close,
  };
}

function requestedBy(request: IncomingMessage): StoreRequest {
  const url = new URL(request.url ?? '/', 'http://store');
  const [, product = '', entry] = DOWNLOAD.exec(url.pathname) ?? [];
  if (url.pathname === '/token') return { kind: 'token', url, product };
  if (url.pathname === '/data/search-products/1.0.0/os') return { kind: 'search', url, product };
  if (product === '') return { kind: 'other', url, product };
  return { kind: entry ? 'entry' : 'zip', url, product: decodeURIComponent(product) };
}

async function written(product: MtgLiProduct, writtenWith: NonNullable<MtgLiOptions['writtenWith']>) {
  const { fromMs, toMs, flashes } = product;
  const fault = writtenWith(Math.floor(fromMs / SLOT_MS) * SLOT_MS);
  return await writeLfl({ fromMs, toMs, flashes, ...(fault ? { fault } : {}) });
}
