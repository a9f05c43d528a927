import { cellsFilter } from '#worker/relay/StreamFilter.ts';
import { strikesFrame } from '#worker/relay/strikesFrame.ts';

const CELL = { z: 4, x: 9, y: 5 };

/** The bytes that the relay makes of `count` new strikes after `afterSeq`, as publishingWorker.ts publishes them. */
export function publishedFrame(afterSeq: number, count: number): Buffer<ArrayBuffer> {
  const strikes = Array.from({ length: count }, (_, index) => ({
    id: `s${afterSeq + index}`,
    ordinal: afterSeq + index + 1,
    latitude: 42 + (((afterSeq + index) * 7919) % 10_000) / 10_000,
    longitude: 23 + (((afterSeq + index) * 7919) % 100) / 100,
    atMs: Date.now(),
  }));
  return Buffer.from(strikesFrame(cellsFilter([CELL]), strikes, afterSeq + count) ?? []);
}
