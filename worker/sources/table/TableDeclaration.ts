import * as v from 'valibot';
import { SourceKind } from '#shared/wire/PrimarySource.ts';
import { BoxText } from '#worker/sources/port/variableTypes.ts';

/** The name of a column, or of a property: `a.b` is `b` inside of `a`. */
const Name = v.pipe(
  v.string('must be a name'),
  v.regex(/^[^\p{Cc}]{1,100}$/u, 'must be a name of 1 to 100 characters'),
);

/** Names the key that is missing or unknown; the others say themselves what they must be. */
const keyFault = ({ path, expected }: { path?: readonly unknown[] | undefined; expected: string | null }) => {
  if (!path) return 'must be an object';
  return expected === 'never' ? 'is no key of a declaration' : 'is missing';
};

const numberFrom = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));
};
const wholeFrom = (min: number, max: number) =>
  v.pipe(numberFrom(min, max), v.integer(`must be a whole number from ${min} to ${max}`));

const values = v.pipe(
  v.array(v.union([v.string(), v.number(), v.boolean()]), 'must be a list of values'),
  v.transform((list) => list.map(String)),
);

const fields = {
  time: Name,
  timeUnit: v.picklist(['iso', 's', 'ms'], 'must be iso, s or ms'),
  id: v.optional(Name),
  /** A row with another value is left out as unreadable. */
  type: v.optional(v.strictObject({ name: Name, ground: values, cloud: values }, keyFault)),
  currentKa: v.optional(Name),
  multiplicity: v.optional(Name),
  semiMajorKm: v.optional(Name),
  semiMinorKm: v.optional(Name),
  azimuth: v.optional(Name),
  /** Values that say that nothing is known, beside those that are empty, null or NaN. */
  unknown: v.optional(values),
};
const place = { latitude: Name, longitude: Name };

const typicalAndWorst = (min: number, max: number) =>
  v.pipe(
    v.strictObject({ typical: numberFrom(min, max), worst: numberFrom(min, max) }, keyFault),
    v.check(({ typical, worst }) => typical <= worst, 'must have a worst that is no less than the typical'),
  );

const HOUR_MS = 3_600_000;

/** What is later cannot be read again any more: a day is as far as windows are repaired. */
const MOST_DELAY_MS = 12 * HOUR_MS;

const everyFormat = {
  kind: v.picklist(SourceKind.options, `must be one of ${SourceKind.options.join(', ')}`),
  rows: v.strictObject(
    {
      max: wholeFrom(10, 5_000),
      truncation: v.picklist(['at-max', 'told', 'never'], 'must be at-max, told or never'),
      toldBy: v.optional(Name),
    },
    keyFault,
  ),
  delayMs: typicalAndWorst(0, MOST_DELAY_MS),
  errorKm: typicalAndWorst(0, 1_000),
  timeStepMs: numberFrom(0.001, HOUR_MS),
  ellipseShare: v.optional(v.picklist([0.5, 0.9], 'must be 0.5 or 0.9')),
  coverage: BoxText,
  attribution: v.pipe(v.string('must be a text'), v.maxLength(200, 'must have at most 200 characters')),
  publicUse: v.picklist(['yes', 'contract', 'no'], 'must be yes, contract or no'),
};

/** What a table is and holds, as the operator declares it from the source's documents and the contract. */
export const TableDeclaration = v.variant(
  'format',
  [
    v.strictObject(
      { format: v.literal('geojson'), fields: v.strictObject(fields, keyFault), ...everyFormat },
      keyFault,
    ),
    v.strictObject(
      {
        format: v.literal('csv'),
        delimiter: v.optional(v.picklist([',', ';', '\t', '|'], 'must be , ; | or a tab'), ','),
        /** Whether the last row ends in a line break too. Without it the last value may be half of one. */
        finalLineBreak: v.optional(v.boolean('must be true or false'), true),
        fields: v.strictObject({ ...fields, ...place }, keyFault),
        ...everyFormat,
      },
      keyFault,
    ),
    v.strictObject({ format: v.literal('ualf'), ...everyFormat }, keyFault),
  ],
  'must be geojson, csv or ualf',
);
export type TableDeclaration = v.InferOutput<typeof TableDeclaration>;

/** What no key of the declaration shows by itself, each as `KEY rule`. */
export function declarationFaults(declaration: TableDeclaration): string[] {
  const { rows, ellipseShare, format } = declaration;
  const faults: string[] = [];
  const told = rows.truncation === 'told';
  if (told && format !== 'geojson') faults.push('rows.truncation must not be told: only geojson can tell it');
  else if (told !== (rows.toldBy !== undefined)) {
    faults.push(told ? 'rows.toldBy is missing' : 'rows.toldBy needs the truncation told');
  }
  if (format === 'ualf') return faults;
  const axes = ['semiMajorKm', 'semiMinorKm', 'azimuth'] as const;
  const missing = axes.filter((key) => declaration.fields[key] === undefined);
  if (missing.length === axes.length) {
    if (ellipseShare !== undefined) faults.push('ellipseShare needs fields.semiMajorKm, semiMinorKm and azimuth');
  } else for (const key of missing) faults.push(`fields.${key} is missing: an ellipse needs all three`);
  const { type } = declaration.fields;
  if (type?.ground.some((value) => type.cloud.includes(value))) {
    faults.push('fields.type has a value that means both ground and cloud');
  }
  return faults;
}

/** Keys of `fields` with their columns or properties. */
export function columnNames({ fields }: Pick<Extract<TableDeclaration, { format: 'csv' | 'geojson' }>, 'fields'>) {
  const { timeUnit: _, unknown: _unknown, type, ...names } = fields;
  const all = Object.entries({ ...names, type: type?.name });
  return all.flatMap(([key, name]) => (name === undefined ? [] : [{ key, name }]));
}
