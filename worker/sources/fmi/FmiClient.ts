import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { askForRows } from '#worker/sources/port/askSource.ts';
import type { SourceDeps, SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { HttpUrl } from '#worker/sources/port/variableTypes.ts';
import { widenedBox } from '#worker/sources/port/widenedBox.ts';
import { parseLightning } from './parseLightning.ts';

const TIMEOUT_MS = 20_000;
/** Some 2,200 flashes: a flash takes 1,870 bytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** FMI refuses more than 168 h ("Too long time interval requested!"), and counts from block to block. */
const MAX_WINDOW_MS = 167 * HOUR_MS;
/**
 * FMI answers whole blocks of five minutes, and refuses a window that begins after the newest one: so none begins
 * later than this before now. What lies further from the window than a block was not asked for.
 */
const BLOCK_MS = 5 * MINUTE_MS;
const LATEST_START_MS = MINUTE_MS;
const SECOND_MS = 1_000;

const TRAITS: SourceTraits = {
  name: 'fmi',
  way: 'windows',
  kind: 'total-flash',
  rows: { max: 2_000, truncation: 'told' },
  delayMs: { typical: 2 * MINUTE_MS, worst: 10 * MINUTE_MS, step: BLOCK_MS },
  timeStepMs: SECOND_MS,
  errorKm: { typical: 1, worst: 10 },
  identity: 'made',
  coverage: { west: 3, south: 53, east: 33, north: 71.5 },
  attribution: 'Finnish Meteorological Institute, CC BY 4.0',
  publicUse: 'yes',
};

interface FmiDeps extends SourceDeps {
  readonly baseUrl: string;
}

/** Lightning from the open data of the Finnish Meteorological Institute: WFS 2.0, no key, 600 calls in 5 minutes. */
class FmiClient implements WindowSource {
  readonly way = 'windows';
  readonly traits = TRAITS;
  private readonly deps: FmiDeps;

  constructor(deps: FmiDeps) {
    this.deps = deps;
  }

  async list(window: StrikeWindow, maxWaitMs = TIMEOUT_MS): Promise<ProviderAnswer> {
    if (window.toMs - window.fromMs > MAX_WINDOW_MS) {
      return { kind: 'oversized', reason: 'a window of more than 167 h' };
    }
    const url = lightningUrl(this.deps.baseUrl, window, this.deps.clock.now());
    const answer = await askForRows(this.deps, { url, maxWaitMs }, MAX_ANSWER_BYTES, parseLightning);
    if (answer.kind !== 'strikes') return answer;
    const [firstMs, lastMs] = [window.fromMs - BLOCK_MS, window.toMs + BLOCK_MS];
    return { ...answer, strikes: answer.strikes.filter(({ atMs }) => atMs >= firstMs && atMs <= lastMs) };
  }
}

function lightningUrl(baseUrl: string, { bbox, fromMs, toMs }: StrikeWindow, nowMs: number): string {
  // One second more at either end: times are told in whole seconds, and bounds may be inclusive or not.
  const firstMs = Math.min(Math.floor(fromMs / SECOND_MS) * SECOND_MS - SECOND_MS, nowMs - LATEST_START_MS);
  const lastMs = Math.ceil(toMs / SECOND_MS) * SECOND_MS + SECOND_MS;
  const query = new URLSearchParams({
    service: 'WFS',
    version: '2.0.0',
    request: 'getFeature',
    storedquery_id: 'fmi::observations::lightning::simple',
    bbox: formatBBox(widenedBox(bbox)),
    starttime: isoSeconds(firstMs),
    endtime: isoSeconds(lastMs),
  });
  return `${baseUrl}/wfs?${query}`;
}

const variables = { FMI_BASE_URL: v.optional(HttpUrl, 'https://opendata.fmi.fi') };

export const fmi: SourceEntry<typeof variables> = {
  variables,
  faults: () => [],
  traits: () => TRAITS,
  make: ({ FMI_BASE_URL: baseUrl }, deps) => new FmiClient({ ...deps, baseUrl }),
};
