import * as v from 'valibot';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import type { FileList, ListedFile } from '#worker/sources/port/StrikeSource.ts';
import { parseFileName } from './fileName.ts';

/** Asked for at once. */
export const MOST_LISTED = 1_000;

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

const SearchAnswer = v.object({
  features: v.array(v.unknown()),
  totalResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

interface Version extends ListedFile {
  readonly madeMs: number;
}

/**
 * The answer of the store's search (`/data/search-products/1.0.0/os?format=json`), newest slot first: of each slot the
 * version made last, and those with time that it does not hold. `baseUrl` is where files are downloaded; an entry
 * elsewhere is not used. What cannot be understood is left out, unless that is all.
 */
export function parseSearchAnswer(body: unknown, baseUrl: string, collection: string): FileList {
  const answer = v.safeParse(SearchAnswer, body);
  if (!answer.success) return { kind: 'failed', reason: 'the search did not answer with a list of products' };
  const { features, totalResults = features.length } = answer.output;
  if (features.length > MOST_LISTED)
    return { kind: 'failed', reason: `the search listed more than ${MOST_LISTED} products` };
  if (totalResults > features.length) return { kind: 'failed', reason: 'the search answered with a part of its list' };
  const found = features.map((feature) => versionOf(feature, baseUrl, collection));
  const versions = found.filter((version) => typeof version !== 'string');
  const [fault] = found.filter((version) => typeof version === 'string');
  if (versions.length === 0 && fault !== undefined)
    return { kind: 'failed', reason: `no product of the list: ${fault}` };
  const newestFirst = currentOf(versions).sort((a, b) => b.slotMs - a.slotMs || b.madeMs - a.madeMs);
  return { kind: 'listed', files: newestFirst.map(({ madeMs: _, ...file }) => file) };
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
  const { slotMs, madeMs } = name;
  return { id: fileId(product.output, baseUrl, collection), slotMs, fromMs, toMs, madeMs };
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
  const replaces = (later: Version, { slotMs, madeMs, fromMs, toMs }: Version) =>
    later.slotMs === slotMs && later.madeMs > madeMs && later.fromMs <= fromMs && later.toMs >= toMs;
  return versions.filter((version) => !versions.some((other) => replaces(other, version)));
}
