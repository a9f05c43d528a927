import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';

/** Strikes as one tile and hour have them. */
const rows = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 1_000_000 }),
    y: fc.integer({ min: 4_000_000, max: 5_300_000 }),
    x: fc.integer({ min: 2_250_000, max: 4_490_000 }),
    t: fc.integer({ min: 0, max: 3_599_999 }),
  }),
  { maxLength: 300 },
);

const slice = fc
  .record({
    rows,
    firstOrdinal: fc.integer({ min: -150, max: 2 ** 40 }),
    seq: fc.integer({ min: 0, max: 2 ** 45 }),
    beyondRetention: fc.boolean(),
    told: fc.record(
      { unread: fc.constant(true), outsideHome: fc.constant(true), feed: fc.constantFrom('live', 'delayed', 'down') },
      { requiredKeys: [] },
    ),
  })
  .map(({ rows, firstOrdinal, seq, beyondRetention, told }) => {
    let ordinal = firstOrdinal;
    return {
      seq,
      beyondRetention,
      ...(told as { unread?: true; outsideHome?: true; feed?: 'live' | 'delayed' | 'down' }),
      columns: {
        ordinals: rows.map(({ step }) => (ordinal += step)),
        latitudesE5: rows.map(({ y }) => y),
        longitudesE5: rows.map(({ x }) => x),
        atMs: rows.map(({ t }) => Date.UTC(2026, 6, 1) + t),
      },
    };
  });

describe('a strike slice', () => {
  test('of a tile and hour is laid out in planes and comes back as it was, also of the past', () =>
    fc.assert(
      fc.property(slice, (packed) => {
        const bytes = encodeStrikeSlice(packed);
        expect([...bytes.subarray(0, 3)]).toEqual([0x4c, 0x53, 0x32]);
        expect(decodeStrikeSlice(bytes)).toEqual({ ok: true, slice: packed });
      }),
    ));

  test('of another form is refused', () => {
    expect(decodeStrikeSlice(Uint8Array.of(0x4c, 0x53, 0x31, 4, 9, 0))).toEqual({
      ok: false,
      reason: 'not a strike slice',
    });
  });

  test('takes no strikes of another tile or hour', () => {
    const columns = { ordinals: [1, 2], latitudesE5: [0, 0], longitudesE5: [-17_000_000, 17_000_000], atMs: [0, 0] };
    expect(() => encodeStrikeSlice({ seq: 9, beyondRetention: false, columns })).toThrow(RangeError);
  });

  test('[VE2] has its new flags where earlier readers look for the one they know alone', () => {
    const columns = { ordinals: [], latitudesE5: [], longitudesE5: [], atMs: [] };
    const flags = (told: object) => encodeStrikeSlice({ seq: 1, beyondRetention: false, columns, ...told })[3];
    expect(flags({})).toBe(0);
    expect([flags({ beyondRetention: true }), flags({ unread: true }), flags({ outsideHome: true })]).toEqual([
      2, 4, 8,
    ]);
    expect(['live', 'delayed', 'down'].map((feed) => flags({ feed }))).toEqual([16, 32, 48]);
    expect((flags({ unread: true, outsideHome: true, feed: 'down' }) ?? 0) & 2).toBe(0);
  });

  test('that is cut short anywhere is refused', () =>
    fc.assert(
      fc.property(slice, fc.nat(), (packed, at) => {
        const bytes = encodeStrikeSlice(packed);
        expect(decodeStrikeSlice(bytes.subarray(0, at % bytes.length)).ok).toBe(false);
      }),
    ));

  test('with anything behind it is refused', () => {
    const bytes = encodeStrikeSlice({
      seq: 1,
      beyondRetention: true,
      columns: { ordinals: [1], latitudesE5: [4_270_000], longitudesE5: [2_330_000], atMs: [1] },
    });
    expect(decodeStrikeSlice(Uint8Array.of(...bytes, 0))).toEqual({ ok: false, reason: 'bytes after the last strike' });
  });

  test('made of garbage is refused with a reason and never throws', () => {
    const garbage = fc.uint8Array({ maxLength: 300 });
    const disguised = garbage.map((bytes) => Uint8Array.of(0x4c, 0x53, 0x32, 0, ...bytes));
    fc.assert(
      fc.property(fc.oneof(garbage, disguised), (bytes) => {
        const decoded = decodeStrikeSlice(bytes);
        if (!decoded.ok) expect(decoded.reason).not.toBe('');
        else expect(decoded.slice.columns.atMs.length).toBe(decoded.slice.columns.ordinals.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that claims a billion strikes is refused before any is read', () => {
    const claim = Uint8Array.of(0x4c, 0x53, 0x32, 0, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03);
    expect(decodeStrikeSlice(claim)).toEqual({ ok: false, reason: 'count exceeds the bytes' });
  });
});
