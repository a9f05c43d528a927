import * as v from 'valibot';
import { bboxWithin } from '#shared/geo/BBox.ts';
import type { PrimarySource, ReportedCrossCheck, SourceStatus } from '#shared/wire/FeedEvent.ts';
import {
  attributionAt,
  BoxText,
  maySupportAlerts,
  type SourceDeps,
  type SourceTraits,
  type StrikeSource,
} from './source.ts';
import { isSourceName, SOURCE_NAMES, type SourceName, sourceTable } from './sourceTable.ts';

const ROLES = ['primary', 'backup', 'cross-check'] as const;
type SourceRole = (typeof ROLES)[number];

/** A source that `SOURCES` names, ready to be queried. */
export interface ChosenSource {
  readonly role: SourceRole;
  readonly traits: SourceTraits;
  /** Whether silence of this source may be taken for silence of the sky. */
  readonly supportsAlerts: boolean;
  /** The addresses at which it is queried, by variable. */
  readonly addresses: Readonly<Record<string, string>>;
  open(deps: SourceDeps): StrikeSource;
}

type Variables = Readonly<Record<string, unknown>>;
interface Named {
  readonly role: SourceRole;
  readonly name: SourceName;
}

const USUAL = 'primary=provider';

export function namesProvider(text: unknown): boolean {
  return named(text).chosen.some(({ name }) => name === 'provider');
}

/** Roles and names in `text`, and what is wrong with it. Empty means the provider alone. */
function named(text: unknown): { readonly chosen: readonly Named[]; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const parts = (typeof text === 'string' && text.trim() !== '' ? text : USUAL).split(',');
  const chosen = parts.flatMap((part): Named[] => {
    const [role = '', name = '', ...rest] = part.trim().split('=');
    const isRole = (ROLES as readonly string[]).includes(role);
    if (!isRole || rest.length > 0) errors.push(`SOURCES has a role that is none of ${ROLES.join(', ')}`);
    else if (!isSourceName(name)) errors.push(`SOURCES has a source that is none of ${SOURCE_NAMES.join(', ')}`);
    else return [{ role: role as SourceRole, name }];
    return [];
  });
  if (errors.length > 0) return { chosen, errors };
  for (const role of ROLES) {
    const times = chosen.filter((one) => one.role === role).length;
    if (times > 1) errors.push(`SOURCES names the role ${role} twice`);
    if (times === 0 && role === 'primary') errors.push('SOURCES names no primary source');
  }
  if (new Set(chosen.map(({ name }) => name)).size < chosen.length) errors.push('SOURCES names a source twice');
  return { chosen, errors };
}

type Chosen = { readonly sources: readonly [ChosenSource, ...ChosenSource[]]; readonly errors: string[] };

/** The sources that `SOURCES` names, the primary one first, and one sentence for each thing that is wrong with them. */
export function parseSources(variables: Variables): Chosen {
  const { chosen, errors: misnamed } = named(variables.SOURCES);
  const errors = [...misnamed];
  const isSet = typeof variables.SOURCES === 'string' && variables.SOURCES.trim() !== '';
  const opened = chosen.flatMap(({ role, name }): ChosenSource[] => {
    const opening = sourceTable[name](variables);
    if ('errors' in opening) errors.push(...opening.errors);
    else {
      if (isSet) errors.push(...publicErrors(variables, opening.traits, opening.addresses));
      return [{ role, supportsAlerts: maySupportAlerts(opening.traits), ...opening }];
    }
    return [];
  });
  const byRole = ROLES.flatMap((role) => opened.filter((source) => source.role === role));
  errors.push(...backupErrors(byRole), ...crossCheckErrors(byRole));
  return { sources: byRole as unknown as Chosen['sources'], errors };
}

/** What forbids this deployment to show the source at all. */
function publicErrors(
  variables: Variables,
  traits: SourceTraits,
  addresses: Readonly<Record<string, string>>,
): string[] {
  const { name, publicUse, coverage } = traits;
  const home = v.safeParse(BoxText, variables.HOME_BBOX);
  const isSimulated = variables.FEED_SOURCE === 'simulated';
  const remote = Object.keys(addresses).filter((variable) => !isLoopback(addresses[variable] ?? ''));
  return [
    ...(publicUse === 'no' ? [`SOURCES names ${name}, whose data may not be shown to the public`] : []),
    ...(publicUse === 'contract' && !isSimulated && !variables.PUBLIC_DATA_SOURCE
      ? [`PUBLIC_DATA_SOURCE must say whose data they are: ${name} is shown under a contract`]
      : []),
    ...(home.success && !bboxWithin(home.output, coverage) ? [`HOME_BBOX lies outside of what ${name} covers`] : []),
    ...(isSimulated && remote.length > 0
      ? [`FEED_SOURCE must be live: ${remote.join(', ')} is not on this machine`]
      : []),
  ];
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

/** A backup steps in without anybody noticing, so it must see the same and be as good. */
function backupErrors(sources: readonly ChosenSource[]): string[] {
  const primary = sources.find(({ role }) => role === 'primary');
  const backup = sources.find(({ role }) => role === 'backup');
  if (!primary || !backup) return [];
  const [one, other] = [primary.traits, backup.traits];
  if (one.kind !== other.kind)
    return [`SOURCES: ${other.name} sees other lightning than ${one.name}, so it is no backup`];
  const weak = [primary, backup].find(({ supportsAlerts }) => !supportsAlerts);
  return weak ? [`SOURCES: ${weak.traits.name} is too late or too coarse to guard, so nothing can back it up`] : [];
}

/** Another kind of eye, so that what blinds the first does not blind it too. */
function crossCheckErrors(sources: readonly ChosenSource[]): string[] {
  const crossCheck = sources.find(({ role }) => role === 'cross-check');
  if (!crossCheck) return [];
  const { name, kind, way } = crossCheck.traits;
  if (kind !== 'optical-flash' || way !== 'files')
    return [`SOURCES: ${name} is no satellite with files, and only one can be the cross-check satellite`];
  const isAlike = sources.some(({ role, traits }) => role === 'primary' && traits.kind === kind);
  return isAlike ? [`SOURCES: ${name} sees what the primary source sees, so it is no cross-check satellite`] : [];
}

/** Without the provider its notification call takes no contact messages. */
export function contactError(vars: {
  readonly PROVIDER_BASE_URL: string;
  readonly CONTACT_BASE_URL: string;
  readonly TELEGRAM_BOT_TOKEN?: string | undefined;
}): string[] {
  if (vars.PROVIDER_BASE_URL !== '' || vars.CONTACT_BASE_URL !== '' || vars.TELEGRAM_BOT_TOKEN !== undefined) return [];
  return [
    'CONTACT_BASE_URL is empty: without the provider, say who takes contact messages (or set TELEGRAM_BOT_TOKEN)',
  ];
}

/** Whose data strikes are at `nowMs`, the backup's being among them; empty if the operator says so by himself. */
export function strikesAttribution(sources: readonly ChosenSource[], nowMs: number): string {
  const reported = sources.flatMap(({ role, traits }) =>
    role === 'cross-check' ? [] : [attributionAt(traits, nowMs)],
  );
  return [...new Set(reported)].filter((text) => text !== '').join('; ');
}

/** For `hello` and the status: nothing of a source that is what readers expect, so that their bytes stay as they are. */
export function reportedPrimary(
  sources: readonly [ChosenSource, ...ChosenSource[]],
  nowMs: number,
): { readonly primary?: PrimarySource } {
  const [{ traits, supportsAlerts }] = sources;
  const { name, kind, delayMs, errorKm, ellipseShare } = traits;
  const attribution = strikesAttribution(sources, nowMs);
  if (kind === 'cg-stroke' && supportsAlerts && attribution === '' && ellipseShare === undefined) return {};
  const share = ellipseShare === undefined ? {} : { ellipseShare };
  return {
    primary: {
      name,
      kind,
      supportsAlerts,
      worstDelayMs: delayMs.worst,
      errorKm: errorKm.typical,
      ...share,
      attribution,
    },
  };
}

/** For `hello`: nothing where nobody watches the primary source. */
export function reportedCrossCheck(
  sources: readonly ChosenSource[],
  nowMs: number,
): { readonly crossCheck?: v.InferOutput<typeof ReportedCrossCheck> } {
  const traits = sources.find(({ role }) => role === 'cross-check')?.traits;
  return traits ? { crossCheck: { name: traits.name, attribution: attributionAt(traits, nowMs) } } : {};
}

/** For `/status`. `seen`: what is known of it now. */
export function sourceStatus(
  { role, supportsAlerts, traits }: ChosenSource,
  seen: Pick<SourceStatus, 'state' | 'newestMs'>,
  nowMs: number,
): SourceStatus {
  const { name, kind, delayMs, publicUse } = traits;
  const attribution = attributionAt(traits, nowMs);
  return { name, role, kind, ...seen, delayMs: delayMs.worst, supportsAlerts, attribution, publicUse };
}
