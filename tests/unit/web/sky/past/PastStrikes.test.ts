import { describe, expect, test } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS, parseHourKey } from '#shared/time/hourKey.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { PastStrikes } from '#web/sky/past/PastStrikes.ts';

const HOUR = Date.UTC(2026, 10, 20, 14);
const tiles = [tileAt(23.3, 42.7, 8)];
const strike = (ordinal: number, atMs: number) => ({
  id: `s${ordinal}`,
  ordinal,
  latitude: 42.7,
  longitude: 23.3,
  atMs,
});

/** A server that knows the strikes of `fallen` up to its present, and a reader of it. */
function reading(nowMs: number, fallen: readonly NumberedStrike[]) {
  const clock = fakeClock(nowMs);
  const asked: string[] = [];
  const waiting: { atMs: number; run: () => void }[] = [];
  let answered = Promise.resolve();
  const fetchBytes = async (path: string) => {
    const hour = path.split('/').at(-2) ?? '';
    asked.push(hour);
    const hourMs = parseHourKey(hour) ?? 0;
    const known = fallen.filter(({ atMs }) => atMs >= hourMs && atMs < hourMs + HOUR_MS && atMs <= clock.now());
    return new Response(
      encodeStrikeSlice({ seq: 9, beyondRetention: false, columns: strikesToColumns(known) }).slice(),
    );
  };
  const reader: PastStrikes = new PastStrikes({
    fetchBytes: (path) => {
      const answer = fetchBytes(path);
      answered = answered.then(() => answer).then(() => undefined);
      return answer;
    },
    clock,
    timers: {
      after(delayMs, run) {
        const entry = { atMs: clock.now() + delayMs, run };
        waiting.push(entry);
        return () => void waiting.splice(waiting.indexOf(entry) >>> 0, 1);
      },
      every: () => () => {},
    },
    random: () => 0.5,
    onChange: () => {},
  });
  const ordinals = () => [...reader.held.store.ordinals.subarray(0, reader.held.store.length)].sort((a, b) => a - b);
  const whole = async () => {
    for (let turn = 0; turn < 200 && !reader.complete; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(reader.complete).toBe(true);
  };
  const pass = (ms: number) => {
    clock.advance(ms);
    for (const entry of waiting.filter(({ atMs }) => atMs <= clock.now())) {
      waiting.splice(waiting.indexOf(entry), 1);
      entry.run();
    }
  };
  return { reader, asked, ordinals, whole, pass };
}

const three = [strike(1, HOUR - 30 * 60_000), strike(2, HOUR + 60_000), strike(3, HOUR + 70 * 60_000)];

describe('the strikes of a window of the past', () => {
  test('are those of the hours it touches, and an hour that it only ends at is not read', async () => {
    const { reader, asked, ordinals, whole } = reading(HOUR + 48 * HOUR_MS, three);
    reader.want({ tiles, atMs: HOUR, windowMs: HOUR_MS });
    expect(reader.complete).toBe(false);
    await whole();
    expect([asked, ordinals()]).toEqual([['2026112013'], [1]]);
  });

  test('stay while one moves: within what is held nothing is read again and no row written', async () => {
    const { reader, asked, whole } = reading(HOUR + 48 * HOUR_MS, three);
    reader.want({ tiles, atMs: HOUR + 30 * 60_000, windowMs: HOUR_MS });
    await whole();
    const { held } = reader;
    for (let minute = 29; minute > 0; minute -= 1) {
      reader.want({ tiles, atMs: HOUR + minute * 60_000, windowMs: HOUR_MS });
      expect(reader.complete).toBe(true);
    }
    expect(reader.held).toBe(held);
    expect(asked).toHaveLength(2);
  });

  test('two machines hold the same ones for the same moment, whenever they look', async () => {
    const held = await Promise.all(
      [HOUR + 2 * HOUR_MS, HOUR + 90 * HOUR_MS + 1_234].map(async (nowMs) => {
        const { reader, ordinals, whole } = reading(nowMs, three);
        reader.want({ tiles, atMs: HOUR + HOUR_MS, windowMs: 6 * HOUR_MS });
        await whole();
        return ordinals();
      }),
    );
    expect(held).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('of an hour that was read before they fell are read once one comes to them', async () => {
    const { reader, asked, ordinals, whole, pass } = reading(HOUR + 5 * 60_000, [
      ...three,
      strike(4, HOUR + 20 * 60_000),
    ]);
    reader.want({ tiles, atMs: HOUR + 60_000 * 2, windowMs: 60_000 });
    await whole();
    expect(ordinals()).toEqual([2]);
    pass(25 * 60_000);
    reader.want({ tiles, atMs: HOUR + 25 * 60_000, windowMs: 10 * 60_000 });
    await whole();
    expect([ordinals(), asked.length]).toEqual([[2, 4], 2]);
  });

  test('that are reported late are read two minutes after the moment', async () => {
    const { reader, asked, whole, pass } = reading(HOUR + 5 * 60_000, three);
    reader.want({ tiles, atMs: HOUR + 4.5 * 60_000, windowMs: 60_000 });
    await whole();
    pass(60_000);
    expect(asked).toHaveLength(1);
    pass(31_000);
    await whole();
    expect(asked).toHaveLength(2);
  });
});
