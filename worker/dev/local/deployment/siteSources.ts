import { parseSources } from '#worker/sources/chosenSources.ts';
import { attributionAt } from '#worker/sources/port/SourceTraits.ts';
import { sourceSecrets } from './deploymentFaults.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * What pages that are built once must say of the sources that `SOURCES` names: `PUBLIC_SOURCE_CREDIT`, whose data they
 * are, `PUBLIC_SOURCE_KIND`, what it is that the map shows, and `PUBLIC_SOURCE_GUARDS`, which is 0 where nothing may warn.
 * Empty where `SOURCES` is not set, or is wrong, which is said elsewhere.
 */
export function siteSources(variables: Variables, nowMs: number): Readonly<Record<string, string>> {
  if (!variables.SOURCES) return {};
  const { sources } = parseSources({ ...sourceSecrets(undefined), ...variables });
  const [primary] = sources;
  const credits = sources.map(({ traits }) => attributionAt(traits, nowMs)).filter((credit) => credit !== '');
  return {
    PUBLIC_SOURCE_CREDIT: [...new Set(credits)].join('; '),
    PUBLIC_SOURCE_KIND: primary?.traits.kind ?? '',
    PUBLIC_SOURCE_GUARDS: primary?.guards === false ? '0' : '',
  };
}
