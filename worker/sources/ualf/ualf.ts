import * as v from 'valibot';
import type { SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import { WHOLE_EARTH } from '#worker/sources/port/SourceTraits.ts';
import { HttpUrl, Secret } from '#worker/sources/port/variableTypes.ts';
import { TableClient } from '#worker/sources/table/TableClient.ts';
import type { TableDeclaration } from '#worker/sources/table/TableDeclaration.ts';
import { tableTraits } from '#worker/sources/table/tableTraits.ts';
import { UrlTemplate } from '#worker/sources/table/tableUrl.ts';

const QUERY = '?from={from}&to={to}&bbox={west},{south},{east},{north}';

/** As a table, with what is published of such networks; who has other figures by contract declares a `table`. */
const DECLARATION: TableDeclaration = {
  format: 'ualf',
  kind: 'total-flash',
  rows: { max: 5_000, truncation: 'never' },
  // SMHI: some 20 s (https://catalogue.arctic-sdi.org/geonetwork/srv/api/records/2462f23e-b3b9-4f2c-ad37-ba52472cc6ca).
  delayMs: { typical: 20_000, worst: 60_000 },
  timeStepMs: 1,
  // GLD360: 2 to 5 km in the median, by the time of day (https://ams.confex.com/ams/92Annual/webprogram/Paper199271.html).
  errorKm: { typical: 2, worst: 5 },
  ellipseShare: 0.5,
  coverage: WHOLE_EARTH,
  attribution: '',
  publicUse: 'contract',
};

const variables = {
  /** A template as `TABLE_URL`, or an address that takes `QUERY`. */
  UALF_BASE_URL: v.pipe(
    HttpUrl,
    v.transform((url) => (url.includes('{') ? url : url + QUERY)),
    UrlTemplate,
  ),
  UALF_TOKEN: Secret,
};

/** A lightning network's service in UALF 2: a ready declaration of a table. */
export const ualf: SourceEntry<typeof variables> = {
  variables,
  faults: () => [],
  traits: () => tableTraits('ualf', DECLARATION),
  make: ({ UALF_BASE_URL: template, UALF_TOKEN: token }, deps) =>
    new TableClient({ name: 'ualf', template, token, declaration: DECLARATION }, deps),
};
