import type { NamedParty } from '#web/kit/settings/namedParties.ts';

export function PartyName({ name, url }: NamedParty) {
  return url ? <a href={url}>{name}</a> : name;
}
