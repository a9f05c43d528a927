import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import { decodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { fromDeltas, strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { detailedStrikes } from '#tests/support/detailedStrikes.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { packStrikes, StrikePages, unpackStrikes } from '#worker/feed/StrikePages.ts';
import { strikesFrame } from '#worker/relay/frames.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';

const BOX = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
const CELLS = cellsFilter([{ z: 4, x: 9, y: 5 }]);
const text = (frame: Uint8Array | undefined) => new TextDecoder().decode(frame);
const dataOf = (frame: Uint8Array | undefined) => /^data: (.*)$/m.exec(text(frame))?.[1] ?? '';

function decoded(data: string) {
  const answer = decodeFeedEvent('strikes', data);
  if (!answer.ok || answer.value.event !== 'strikes') throw new Error(`not decoded: ${JSON.stringify(answer)}`);
  return answer.value.data;
}

/** As the Feed hands them to a relay that starts, and the relay keeps them. */
function throughPages(strikes: readonly NumberedStrike[]): NumberedStrike[] {
  const pages = new StrikePages((seq, most) => strikes.filter(({ ordinal }) => ordinal > seq).slice(0, most));
  return pages.after(0, strikes.length).flatMap((page) => unpackStrikes(page.strikes));
}

describe('[ST15] the detail of a strike', () => {
  test('[ST15] comes through pages and both streams as its source told it, whoever has one and who has none', () =>
    fc.assert(
      fc.property(detailedStrikes, (strikes) => {
        const told = throughPages(strikes);
        expect(told).toEqual(strikes);
        const exact = decoded(dataOf(strikesFrame(BOX, told, 99)));
        if (!('strikes' in exact)) throw new Error('no list');
        expect(exact.strikes.map((_, index) => exact.details?.[index] ?? undefined)).toEqual(
          strikes.map(({ detail }) => detail),
        );
        const columns = decoded(dataOf(strikesFrame(CELLS, told, 99)));
        if (!('columns' in columns)) throw new Error('no columns');
        expect(fromDeltas(columns.columns)).toEqual(strikesToColumns(strikes));
      }),
    ));

  test('[ST15] costs a strike without one no byte, packed or sent', () => {
    const strikes = numberedStrikes(1, 2);
    expect(Object.keys(packStrikes(strikes))).toEqual(['numbers', 'ids']);
    expect(text(strikesFrame(BOX, strikes, 2))).toBe(
      'event: strikes\nid: 2\ndata: {"seq":2,"strikes":[["strike-1",42.7,23.3,1782907201000,1],["strike-2",42.7,23.3,1782907202000,2]]}\n\n',
    );
    expect(text(strikesFrame(CELLS, strikes, 2))).toBe(
      'event: strikes\nid: 2\ndata: {"seq":2,"columns":{"o":[1,1],"y":[4270000,0],"x":[2330000,0],"t":[1782907201000,1000]}}\n\n',
    );
  });

  test('[ST15] a column is sent only if the source tells it of some strike', () => {
    const [first, second] = numberedStrikes(1, 2);
    if (!first || !second) throw new Error('no strikes');
    const frame = strikesFrame(CELLS, [{ ...first, detail: { currentKa: -23.4 } }, second], 2);
    expect(JSON.parse(dataOf(frame)).columns).toEqual({
      o: [1, 1],
      y: [4270000, 0],
      x: [2330000, 0],
      t: [1782907201000, 1000],
      i: [-23.4, null],
    });
  });

  test.each([
    ['{"seq":1,"columns":{"o":[1],"y":[1],"x":[1],"t":[1],"i":[]}}'],
    ['{"seq":1,"columns":{"o":[1],"y":[1],"x":[1],"t":[1],"i":["x"]}}'],
    ['{"seq":1,"strikes":[["a",1,1,1,1]],"details":[]}'],
    ['{"seq":1,"strikes":[["a",1,1,1,1]],"details":[{"type":"ball"}]}'],
  ])('[ST15] a reader refuses details that are none: %s', (data) => {
    expect(decodeFeedEvent('strikes', data).ok).toBe(false);
  });
});
