import type * as v from 'valibot';
import type { Clock } from '#shared/time/Clock.ts';
import type { SourceTraits } from './SourceTraits.ts';
import type { StrikeSource } from './StrikeSource.ts';

export interface SourceDeps {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** One kind of source, as `SOURCES` names it: its variables and its adapter. */
export interface SourceEntry<Variables extends v.ObjectEntries> {
  /** Checked only while `SOURCES` names the source. All have prefixes of their own. */
  readonly variables: Variables;
  /** What `variables` cannot say of each by itself, such as half a credential: `NAME must …`. */
  faults(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>): string[];
  traits(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>): SourceTraits;
  make(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>, deps: SourceDeps): StrikeSource;
}
