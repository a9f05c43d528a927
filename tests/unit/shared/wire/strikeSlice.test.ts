import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeStrikeSlice, encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';

const row = fc.record({
  step: fc.integer({ min: 1, max: 1_000_000 }),
  y: fc.integer({ min: -9_000_000, max: 9_000_000 }),
  x: fc.integer({ min: -18_000_000, max: 18_000_000 }),
  t: fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
});

const slice = fc
  .record({
    rows: fc.array(row, { maxLength: 60 }),
    seq: fc.integer({ min: 0, max: 2 ** 45 }),
    beyondRetention: fc.boolean(),
    told: fc.record(
      { unread: fc.constant(true), outsideHome: fc.constant(true), feed: fc.constantFrom('live', 'delayed', 'down') },
      { requiredKeys: [] },
    ),
  })
  .map(({ rows, seq, beyondRetention, told }) => {
    let ordinal = 0;
    const ordinals = rows.map(({ step }) => {
      ordinal += step;
      return ordinal;
    });
    const column = (name: 'y' | 'x' | 't') => rows.map((each) => each[name]);
    return {
      seq,
      beyondRetention,
      ...(told as { unread?: true; outsideHome?: true; feed?: 'live' | 'delayed' | 'down' }),
      columns: { ordinals, latitudesE5: column('y'), longitudesE5: column('x'), atMs: column('t') },
    };
  });

/** Strikes as one tile and hour have them. */
const hour = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 9 }),
      y: fc.integer({ min: 4_000_000, max: 5_300_000 }),
      x: fc.integer({ min: 2_250_000, max: 4_490_000 }),
      t: fc.integer({ min: 0, max: 3_599_999 }),
    }),
    { maxLength: 300 },
  )
  .map((rows) => {
    let ordinal = -150;
    return {
      seq: 9,
      beyondRetention: false,
      columns: {
        ordinals: rows.map(({ step }) => (ordinal += step)),
        latitudesE5: rows.map(({ y }) => y),
        longitudesE5: rows.map(({ x }) => x),
        atMs: rows.map(({ t }) => Date.UTC(2026, 6, 1) + t),
      },
    };
  });

describe('a strike slice', () => {
  test('of a tile and hour is laid out in planes and comes back as it was, also with ordinals of the past', () => {
    fc.assert(
      fc.property(hour, (packed) => {
        const bytes = encodeStrikeSlice(packed);
        expect([...bytes.subarray(0, 3)]).toEqual([0x4c, 0x53, 0x32]);
        expect(decodeStrikeSlice(bytes)).toEqual({ ok: true, slice: packed });
      }),
    );
  });

  test('[VE2] that an earlier release has written, and a cache has kept, is read', () => {
    const bytes = new Uint8Array([0x4c, 0x53, 0x31, 4, 9, 2, 2, 4, 6, 8, 2, 1, 0, 20]);
    const columns = { ordinals: [1, 2], latitudesE5: [2, 1], longitudesE5: [3, 3], atMs: [4, 14] };
    const slice = { seq: 9, beyondRetention: false, unread: true, columns };
    expect(decodeStrikeSlice(bytes)).toEqual({ ok: true, slice });
    const unknown = bytes.slice();
    unknown[2] = 0x33;
    expect(decodeStrikeSlice(unknown)).toEqual({ ok: false, reason: 'not a strike slice' });
  });

  test('comes back as it was packed', () => {
    fc.assert(
      fc.property(slice, (packed) => {
        expect(decodeStrikeSlice(encodeStrikeSlice(packed))).toEqual({ ok: true, slice: packed });
      }),
    );
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

  test('that is cut short anywhere is refused', () => {
    fc.assert(
      fc.property(slice, fc.nat(), (packed, at) => {
        const bytes = encodeStrikeSlice(packed);
        expect(decodeStrikeSlice(bytes.subarray(0, at % bytes.length)).ok).toBe(false);
      }),
    );
  });

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
    const disguised = garbage.map((bytes) => Uint8Array.of(0x4c, 0x53, 0x31, 0, ...bytes));
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
    const claim = Uint8Array.of(0x4c, 0x53, 0x31, 0, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03);
    expect(decodeStrikeSlice(claim)).toEqual({ ok: false, reason: 'count exceeds the bytes' });
  });
});
