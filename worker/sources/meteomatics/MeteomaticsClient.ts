import * as v from 'valibot';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { askForRows } from '#worker/sources/port/askSource.ts';
import type { SourceDeps, SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import { WHOLE_EARTH } from '#worker/sources/port/SourceTraits.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { HttpUrl, Secret } from '#worker/sources/port/variableTypes.ts';
import { widenedBox } from '#worker/sources/port/widenedBox.ts';
import { tableReader } from '#worker/sources/table/readTable.ts';
import type { TableDeclaration } from '#worker/sources/table/TableDeclaration.ts';
import { tableTraits } from '#worker/sources/table/tableTraits.ts';

const TIMEOUT_MS = 20_000;
/** Some 20,000 rows of 45 bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const SECOND_MS = 1_000;

/**
 * The API's list of lightning. Units are part of the columns' names, so that another unit is another column, and
 * refused. `lightning_type` is not read: not every contract has it. How late and how exact strikes are is not
 * published; these figures keep the source from standing behind an all-clear.
 */
const DECLARATION: TableDeclaration = {
  format: 'csv',
  delimiter: ';',
  finalLineBreak: false,
  fields: {
    time: 'stroke_time:sql',
    timeUnit: 'iso',
    latitude: 'stroke_lat:d',
    longitude: 'stroke_lon:d',
    currentKa: 'stroke_current:kA',
    unknown: ['-666', '-777', '-888', '-999'],
  },
  kind: 'total-flash',
  rows: { max: 5_000, truncation: 'never' },
  delayMs: { typical: 60_000, worst: 600_000 },
  timeStepMs: SECOND_MS,
  errorKm: { typical: 1, worst: 10 },
  coverage: WHOLE_EARTH,
  attribution: '',
  publicUse: 'contract',
};
const TRAITS = tableTraits('meteomatics', DECLARATION);

interface MeteomaticsDeps extends SourceDeps {
  readonly baseUrl: string;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

/** `get_lightning_list` of Meteomatics' API, as CSV. One attempt per call, with 20 s for the whole answer. */
class MeteomaticsClient implements WindowSource {
  readonly way = 'windows';
  readonly traits = TRAITS;
  private readonly deps: MeteomaticsDeps;
  private readonly read = tableReader(DECLARATION);

  constructor(deps: MeteomaticsDeps) {
    this.deps = deps;
  }

  list(window: StrikeWindow, maxWaitMs = TIMEOUT_MS): Promise<ProviderAnswer> {
    const { baseUrl, credentials } = this.deps;
    const headers: Record<string, string> = { accept: 'text/csv' };
    if (credentials) headers.authorization = basicAuth(credentials);
    const request = { url: lightningListUrl(baseUrl, window), headers, maxWaitMs };
    return askForRows(this.deps, request, MAX_ANSWER_BYTES, this.read);
  }
}

function lightningListUrl(baseUrl: string, { bbox, fromMs, toMs }: StrikeWindow): string {
  const { west, south, east, north } = widenedBox(bbox);
  // One second more at either end: times are told in whole seconds, and bounds may be inclusive or not.
  const from = isoSeconds(Math.floor(fromMs / SECOND_MS) * SECOND_MS - SECOND_MS);
  const to = isoSeconds(Math.ceil(toMs / SECOND_MS) * SECOND_MS + SECOND_MS);
  const query = new URLSearchParams({
    time_range: `${from}--${to}`,
    bounding_box: `${north},${west}_${south},${east}`,
    format: 'csv',
  });
  return `${baseUrl}/get_lightning_list?${query}`;
}

/** RFC 7617, in UTF-8. */
function basicAuth({ user, password }: { user: string; password: string }): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
}

const variables = {
  METEOMATICS_BASE_URL: v.optional(HttpUrl, 'https://api.meteomatics.com'),
  METEOMATICS_USER: Secret,
  METEOMATICS_PASSWORD: Secret,
};

export const meteomatics: SourceEntry<typeof variables> = {
  variables,
  faults: ({ METEOMATICS_USER: user, METEOMATICS_PASSWORD: password }) => [
    ...(user !== undefined && password === undefined ? ['METEOMATICS_PASSWORD must be set: METEOMATICS_USER is'] : []),
    ...(user === undefined && password !== undefined ? ['METEOMATICS_USER must be set: METEOMATICS_PASSWORD is'] : []),
    ...(user?.includes(':') ? ['METEOMATICS_USER must not contain a colon'] : []),
  ],
  traits: () => TRAITS,
  make: ({ METEOMATICS_BASE_URL: baseUrl, METEOMATICS_USER: user, METEOMATICS_PASSWORD: password }, deps) => {
    const credentials = user !== undefined && password !== undefined ? { user, password } : undefined;
    return new MeteomaticsClient({ ...deps, baseUrl, credentials });
  },
};
