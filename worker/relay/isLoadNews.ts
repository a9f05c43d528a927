/** A tenth of a relay: loads this far from the truth still send new streams where there is room. */
const NEWS_SHARE = 0.1;

/** Whether the Feed should hear of a relay's load before its next lease: it filled up, has room again, or moved far. */
export function isLoadNews(reported: number, streams: number, maxStreams: number): boolean {
  const filled = streams >= maxStreams !== reported >= maxStreams;
  return filled || Math.abs(streams - reported) >= Math.max(1, maxStreams * NEWS_SHARE);
}
