import * as v from 'valibot';
import { mtgLi } from './mtgLi.ts';
import { provider } from './provider.ts';
import type { SourceDeps, SourceEntry, SourceTraits, StrikeSource } from './source.ts';
import { table } from './table.ts';

type Opening =
  | {
      readonly traits: SourceTraits;
      /** By variable. */
      readonly addresses: Readonly<Record<string, string>>;
      open(deps: SourceDeps): StrikeSource;
    }
  | { readonly errors: string[] };

/** Checks the source's variables; what is wrong is one sentence each. */
function opening<Variables extends v.ObjectEntries>(entry: SourceEntry<Variables>) {
  return (variables: Readonly<Record<string, unknown>>): Opening => {
    const result = v.safeParse(v.object(entry.variables, 'is missing'), variables);
    if (!result.success) {
      return { errors: result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()) };
    }
    const vars = result.output;
    const errors = entry.errors(vars);
    if (errors.length > 0) return { errors };
    const texts = Object.entries(vars as Readonly<Record<string, unknown>>).filter(([name]) => /_URL$/.test(name));
    const addresses = Object.fromEntries(texts.map(([name, text]) => [name, String(text)]));
    return { traits: entry.traits(vars), addresses, open: (deps) => entry.make(vars, deps) };
  };
}

/** All sources. To add one, add a line here, and its adapter next to this file. Its variables begin with its name. */
const ENTRIES = { provider, 'mtg-li': mtgLi, table };

export const SOURCE_NAMES = Object.keys(ENTRIES) as SourceName[];
export type SourceName = keyof typeof ENTRIES;

export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(ENTRIES, name);
}

export const sourceTable = Object.fromEntries(
  SOURCE_NAMES.map((name) => [name, opening(ENTRIES[name] as SourceEntry<v.ObjectEntries>)]),
) as Record<SourceName, ReturnType<typeof opening>>;

/** Names of its variables. */
export function variablesOf(name: SourceName): string[] {
  return Object.keys(ENTRIES[name].variables);
}

/** Names of all variables of sources. */
export const SOURCE_VARIABLES = SOURCE_NAMES.flatMap(variablesOf);
