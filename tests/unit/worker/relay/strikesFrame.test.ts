import { describe, expect, test } from 'vitest';
import { fromDeltas, strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { strikesFrame } from '#worker/relay/frames.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';

const strikes = numberedStrikes(1, 3);
const text = (frame: Uint8Array | undefined) => new TextDecoder().decode(frame);
const dataOf = (frame: string) => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '');

describe('the frame of new strikes', () => {
  test('[ST5] of a box carries ids and exact positions', () => {
    const frame = text(strikesFrame(bboxFilter({ west: 23, south: 42, east: 24, north: 43 }), strikes, 9));
    expect(frame).toMatch(/^event: strikes\nid: 9\ndata: .*\n\n$/);
    expect(dataOf(frame)).toEqual({
      seq: 9,
      strikes: strikes.map((s) => [s.id, s.latitude, s.longitude, s.atMs, s.ordinal]),
    });
  });

  test('[ST5] of cells carries columns and no id', () => {
    const frame = text(strikesFrame(cellsFilter([{ z: 4, x: 9, y: 5 }]), strikes, 9));
    expect(fromDeltas(dataOf(frame).columns)).toEqual(strikesToColumns(strikes));
    expect(frame).not.toContain('strike-');
  });

  test('is none where the filter wants none', () => {
    expect(strikesFrame(cellsFilter([{ z: 4, x: 0, y: 0 }]), strikes, 9)).toBeUndefined();
  });
});
