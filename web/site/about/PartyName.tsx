import type { NamedParty } from '#web/kit/settings/namedParties.ts';

/** Someone's name, which leads to their site if its address is known. */
export function PartyName({ name, url }: NamedParty) {
  return url ? <a href={url}>{name}</a> : name;
}
