import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { TableDeclaration } from './TableDeclaration.ts';

const SECOND_MS = 1_000;

export function tableTraits(declaration: TableDeclaration): SourceTraits {
  const { kind, rows, delayMs, timeStepMs, errorKm, ellipseShare, coverage, attribution, publicUse } = declaration;
  const given = declaration.format !== 'ualf' && declaration.fields.id !== undefined;
  return {
    way: 'windows',
    name: 'table',
    kind,
    rows: { max: rows.max, truncation: rows.truncation },
    delayMs: { ...delayMs, step: SECOND_MS },
    timeStepMs,
    errorKm,
    ...(ellipseShare === undefined ? {} : { ellipseShare }),
    identity: given ? 'given' : 'made',
    coverage,
    attribution,
    publicUse,
  };
}
