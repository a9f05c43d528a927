import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Clock, systemClock } from '#shared/time/Clock.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { type MtgLiFault, sendWithFault } from './mtgLiFault.ts';
import { type MtgLiProduct, productsOf, type SkyFlash, SLOT_MS, type SlotPlan, USUAL_PLAN } from './mtgLiProducts.ts';
import { productZip } from './productZip.ts';
import { COLLECTION, type EntryPlace, searchJson } from './searchJson.ts';
import { type LflFault, writeLfl } from './writeLfl.ts';

interface MtgLiOptions {
  readonly port?: number;
  readonly clock?: Clock;
  readonly key?: string;
  readonly secret?: string;
  /** Flashes with `fromMs <= atMs < toMs`, oldest first. */
  readonly sky: (fromMs: number, toMs: number) => readonly SkyFlash[];
  /** What becomes of the slot that begins at `slotMs`, a multiple of `SLOT_MS`. */
  readonly plan?: (slotMs: number) => SlotPlan;
  /** How the file of a slot is written wrongly; undefined for well. */
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

/** EUMETSAT's data store on the loopback interface: tokens, search, entries and zips of Lightning Flashes. */
export interface MtgLiStandIn {
  /** For `MTG_LI_BASE_URL`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Oldest first. */
  readonly requests: readonly MtgLiRequest[];
  setFault(faults: Faults): void;
  /** All tokens given so far are refused from now on. */
  revokeTokens(): void;
  /** Life of tokens to come. */
  setTokenLife(seconds: number): void;
  /** Destroys open sockets. */
  close(): Promise<void>;
}

const NOTHING = { type: 'application/json', body: Buffer.from('{}') };

interface Asked {
  readonly kind: RequestKind;
  readonly url: URL;
  readonly product: string;
}

const DOWNLOAD = new RegExp(
  `^/data/download/1\\.0\\.0/collections/${encodeURIComponent(COLLECTION)}/products/([^/]+)(/entry)?$`,
);

/** Rejects if the port is taken. */
export async function startMtgLi(options: MtgLiOptions): Promise<MtgLiStandIn> {
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
    const made = bodies.get(product.id) ?? written(product, writtenWith);
    bodies.set(product.id, made);
    return made;
  }

  function productNamed(id: string): MtgLiProduct | undefined {
    const [, from = ''] = /_OPE_(\d{14})_/.exec(id) ?? [];
    const fromMs = Date.parse(from.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
    return productsWithin(fromMs, fromMs + 1).find((product) => product.id === id);
  }

  /** The answer without a fault, or the status of a refusal. */
  async function answer(asked: Asked, request: IncomingMessage, fault: MtgLiFault) {
    const json = (body: object) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(body)) });
    if (asked.kind === 'token') {
      const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
      const grants = (await text(request)) === 'grant_type=client_credentials' && request.method === 'POST';
      if (request.headers.authorization !== basic || !grants) return 401;
      const token = randomBytes(16).toString('hex');
      tokens.set(token, clock.now() + tokenLifeS * 1_000);
      return json({ access_token: token, scope: 'am_application_scope', token_type: 'Bearer', expires_in: tokenLifeS });
    }
    if (asked.kind === 'search') {
      const { searchParams: query } = asked.url;
      if (query.get('pi') !== COLLECTION || query.get('format') !== 'json') return 404;
      const found = productsWithin(Date.parse(query.get('dtstart') ?? ''), Date.parse(query.get('dtend') ?? ''));
      return json(searchJson(found, loopback.url, entries, query));
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now()) return 401;
    const product = productNamed(asked.product);
    if (!product) return 404;
    const body = await bodyOf(product);
    if (asked.kind === 'zip') {
      return { type: 'application/zip', body: productZip(product, body, fault === 'wrong-crc') };
    }
    return asked.url.searchParams.get('name') === product.bodyName ? { type: 'application/x-netcdf', body } : 404;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = askedFor(request);
    const noted = { kind: asked.kind, number: requests.length };
    requests.push(noted);
    response.setHeader('date', new Date(clock.now()).toUTCString());
    const fault = typeof faults === 'function' ? faults(noted) : faults;
    const given = await answer(asked, request, fault);
    const own = given === 401 ? 'unauthorized' : 'missing';
    if (typeof given === 'object') sendWithFault(response, given, fault, key);
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
    setFault: (given) => {
      faults = given;
    },
    revokeTokens: () => tokens.clear(),
    setTokenLife: (seconds) => {
      tokenLifeS = seconds;
    },
    close: loopback.close,
  };
}

function askedFor(request: IncomingMessage): Asked {
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
