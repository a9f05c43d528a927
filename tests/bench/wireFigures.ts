import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { decodeFeedEvent, encodeFeedEvent } from '#shared/wire/FeedEvent.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type Figure, ratioAtMost } from './Figure.ts';
import { interleave, type Pair } from './interleave.ts';
import { asProviderEvents, type ProviderEvent, stormStrikes } from './stormStrikes.ts';

const END_MS = Date.UTC(2026, 6, 14, 18);
const EVENT_STRIKES = 300;

interface Format {
  readonly name: string;
  readonly strikes: readonly NumberedStrike[];
  readonly encode: () => Uint8Array;
  readonly decode: (bytes: Uint8Array) => void;
  readonly budgets: { readonly raw: number; readonly gzip: number; readonly encode: number; readonly decode: number };
}

const utf8 = (text: string) => Buffer.from(text);

function columnsFrame(strikes: readonly NumberedStrike[]): string {
  const seq = strikes.at(-1)?.ordinal ?? 0;
  return encodeFeedEvent({ event: 'strikes', id: seq, data: { seq, columns: toDeltas(toStrikes(strikes)) } });
}

function tuplesFrame(strikes: readonly NumberedStrike[]): string {
  const seq = strikes.at(-1)?.ordinal ?? 0;
  const tuples = strikes.map(
    (s) => [s.id, s.latitude, s.longitude, s.atMs, s.ordinal] as [string, number, number, number, number],
  );
  return encodeFeedEvent({ event: 'strikes', id: seq, data: { seq, strikes: tuples } });
}

function decodeFrame(bytes: Uint8Array): void {
  const frame = Buffer.from(bytes).toString();
  const decoded = decodeFeedEvent('strikes', frame.slice(frame.indexOf('data: ') + 6).trimEnd());
  if (!decoded.ok) throw new Error(decoded.reason);
  if (decoded.value.event === 'strikes' && 'columns' in decoded.value.data) fromDeltas(decoded.value.data.columns);
}

/** What a client of the provider does with its answer: parse, and read every time. */
function decodeProviderJson(bytes: Uint8Array): void {
  const { events } = JSON.parse(Buffer.from(bytes).toString()) as { events: ProviderEvent[] };
  for (const event of events) if (Number.isNaN(Date.parse(event.timestamp))) throw new Error('no time');
}

function formats(sliceStrikes: number): Format[] {
  const hour = stormStrikes(sliceStrikes, END_MS, 3_600_000);
  const tick = stormStrikes(EVENT_STRIKES, END_MS, 7_500);
  const seq = sliceStrikes;
  return [
    {
      name: `slice of ${sliceStrikes.toLocaleString('en')}`,
      strikes: hour,
      encode: () => encodeStrikeSlice({ seq, beyondRetention: false, columns: strikesToColumns(hour) }),
      decode: (bytes) => {
        if (!decodeStrikeSlice(bytes).ok) throw new Error('not a slice');
      },
      budgets: { raw: 0.1, gzip: 0.35, encode: 1, decode: 0.15 },
    },
    {
      name: `columns event of ${EVENT_STRIKES}`,
      strikes: tick,
      encode: () => utf8(columnsFrame(tick)),
      decode: decodeFrame,
      budgets: { raw: 0.25, gzip: 0.33, encode: 1.5, decode: 0.6 },
    },
    {
      name: `tuples event of ${EVENT_STRIKES}`,
      strikes: tick,
      encode: () => utf8(tuplesFrame(tick)),
      decode: decodeFrame,
      budgets: { raw: 0.7, gzip: 1, encode: 1.5, decode: 1.5 },
    },
  ];
}

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

/** Bytes on the wire and time to make and read them, against the provider's own JSON of the same strikes. */
export function wireFigures(sliceStrikes: number, rounds: number): Figure[] {
  return formats(sliceStrikes).flatMap(({ name, strikes, encode, decode, budgets }) => {
    const events = asProviderEvents(strikes);
    const ours = encode();
    const theirs = utf8(JSON.stringify({ events }));
    const encoding = interleave({ ours: encode, baseline: () => utf8(JSON.stringify({ events })) }, rounds);
    const decoding = interleave({ ours: () => decode(ours), baseline: () => decodeProviderJson(theirs) }, rounds);
    const each = (bytes: number) => bytes / strikes.length;
    const row = (figure: string) => ({ group: 'wire', name: `${name}, ${figure}` });
    const size = (figure: string, mine: number, baseline: number, most: number): Figure => {
      return {
        ...row(figure),
        ours: each(mine),
        baseline: each(baseline),
        unit: 'B/strike',
        ...ratioAtMost(most, most),
      };
    };
    const time = (figure: string, pair: Pair, most: number): Figure => {
      return { ...row(figure), ...pair, unit: 'ms', ...ratioAtMost(most) };
    };
    return [
      size('raw', ours.length, theirs.length, budgets.raw),
      size('gzip', gzipSync(ours).length, gzipSync(theirs).length, budgets.gzip),
      size('brotli', brotli(ours), brotli(theirs), budgets.gzip),
      time('encode', encoding, budgets.encode),
      time('decode', decoding, budgets.decode),
    ];
  });
}
