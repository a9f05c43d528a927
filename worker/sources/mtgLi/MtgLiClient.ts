import type { BBox } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { readBoundedBytes, readBoundedJson } from '#worker/outbound/readBounded.ts';
import { askSource, type SourceRequest } from '#worker/sources/port/askSource.ts';
import type { SourceDeps } from '#worker/sources/port/SourceEntry.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type {
  FileAnswer,
  FileList,
  FileSource,
  ListedFile,
  NoSourceAnswer,
} from '#worker/sources/port/StrikeSource.ts';
import { lflStrikes, readLfl } from './readLfl.ts';
import { StoreToken } from './StoreToken.ts';
import { fileAddress, MOST_LISTED, parseSearchAnswer } from './searchAnswer.ts';
import { unzipBody } from './unpack.ts';

export const MTG_LI_TRAITS: SourceTraits = {
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
    const list = await this.askForJson(request, (body) => parseSearchAnswer(body, baseUrl, COLLECTION));
    if (list.kind !== 'listed') return list;
    return { kind: 'listed', files: list.files.filter((file) => file.toMs > fromMs && file.fromMs < toMs) };
  }

  async readFile(file: ListedFile, bbox: BBox, maxWaitMs = USUAL_WAIT_MS): Promise<FileAnswer> {
    const token = this.token.use();
    if (token === undefined) return await this.fetchToken(maxWaitMs);
    const { url, productName } = fileAddress(file.id, this.access.baseUrl);
    const request = { url, headers: { authorization: `Bearer ${token}` }, maxWaitMs };
    const answer = await askSource(this.deps, request, bytesOf, {
      401: { kind: 'unauthorized' },
      // A listed product may not be there yet.
      404: { kind: 'absent' },
    });
    if (answer.kind === 'unauthorized') return this.refused(token);
    if (answer.kind !== 'bytes') return answer;
    this.token.accepted();
    return readStrikes(answer.bytes, productName, bbox);
  }

  /** The call that needed it is made again by its caller. */
  private async fetchToken(maxWaitMs: number): Promise<NoSourceAnswer> {
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
    const askedAtMs = this.deps.clock.now();
    const answer = await this.askForJson(
      request,
      (body): NoSourceAnswer =>
        this.token.take(body, askedAtMs)
          ? { kind: 'paused', reason: 'fetched first', retryAfterMs: 0 }
          : { kind: 'failed', reason: 'not a token' },
    );
    return { ...answer, reason: `token: ${answer.reason}` };
  }

  private refused(token: string): NoSourceAnswer {
    const reason = 'the token was refused';
    if (this.token.refused(token)) return { kind: 'paused', reason, retryAfterMs: 0 };
    return { kind: 'rejected', reason, denied: true };
  }

  /** `read` gets undefined for what is no JSON: the message of `JSON.parse` would repeat what was sent. */
  private askForJson<Answer>(
    request: SourceRequest,
    read: (body: unknown) => Answer,
  ): Promise<Answer | NoSourceAnswer> {
    return askSource(this.deps, request, async (response) => {
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
  | Extract<FileAnswer, { kind: 'absent' | 'unreadable' }>;

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

async function readStrikes(bytes: Uint8Array<ArrayBuffer>, productName: string, bbox: BBox): Promise<FileAnswer> {
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
