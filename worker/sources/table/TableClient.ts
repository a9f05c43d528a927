import * as v from 'valibot';
import { askForRows } from '#worker/sources/port/askSource.ts';
import type { SourceDeps, SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { Secret } from '#worker/sources/port/variableTypes.ts';
import { tableReader } from './readTable.ts';
import { declarationFaults, TableDeclaration } from './TableDeclaration.ts';
import { tableTraits } from './tableTraits.ts';
import { hasPlaceholder, tableUrl, UrlTemplate } from './tableUrl.ts';

const TIMEOUT_MS = 10_000;
/** A longer answer, in bytes or rows, is not read: its window is split instead. */
const BYTES_A_ROW = 2 * 1024;
const LEAST_BYTES = 512 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

const ACCEPTED: Readonly<Record<TableDeclaration['format'], string>> = {
  geojson: 'application/geo+json, application/json',
  csv: 'text/csv',
  ualf: 'text/plain',
};

interface TableSettings {
  readonly template: string;
  readonly token: string | undefined;
  readonly declaration: TableDeclaration;
}

/** A declared table over HTTP. One attempt per call, with 10 s for the whole answer. */
class TableClient implements WindowSource {
  readonly way = 'windows';
  readonly traits: SourceTraits;
  private readonly settings: TableSettings;
  private readonly deps: SourceDeps;
  private readonly read: ReturnType<typeof tableReader>;

  constructor(settings: TableSettings, deps: SourceDeps) {
    this.settings = settings;
    this.deps = deps;
    this.traits = tableTraits(settings.declaration);
    this.read = tableReader(settings.declaration);
  }

  list(window: StrikeWindow, maxWaitMs = TIMEOUT_MS): Promise<ProviderAnswer> {
    const { template, token, declaration } = this.settings;
    const { rows, timeStepMs, format } = declaration;
    const headers: Record<string, string> = { accept: ACCEPTED[format] };
    if (token !== undefined && !hasPlaceholder(template, 'token')) headers.authorization = `Bearer ${token}`;
    const url = tableUrl({ template, window, limit: rows.max, token, timeStepMs });
    const maxBytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, rows.max * BYTES_A_ROW));
    return askForRows(this.deps, { url, headers, maxWaitMs }, maxBytes, this.read);
  }
}

const variables = {
  TABLE_URL: UrlTemplate,
  TABLE_TOKEN: Secret,
  TABLE_DECLARATION: v.pipe(v.string('is missing'), v.parseJson(undefined, 'must be JSON'), TableDeclaration),
};

/** A table in GeoJSON, CSV or UALF, whose columns the operator declares. */
export const table: SourceEntry<typeof variables> = {
  variables,
  faults: ({ TABLE_URL: template, TABLE_TOKEN: token, TABLE_DECLARATION: declaration }) => [
    ...declarationFaults(declaration).map((fault) => `TABLE_DECLARATION.${fault}`),
    ...(hasPlaceholder(template, 'token') && token === undefined
      ? ['TABLE_TOKEN must be set: TABLE_URL holds it']
      : []),
  ],
  traits: ({ TABLE_DECLARATION: declaration }) => tableTraits(declaration),
  make: ({ TABLE_URL: template, TABLE_TOKEN: token, TABLE_DECLARATION: declaration }, deps) =>
    new TableClient({ template, token, declaration }, deps),
};
