const hostingPartner: string | undefined = import.meta.env?.PUBLIC_HOSTING_PARTNER;
const hostingPartnerUrl: string | undefined = import.meta.env?.PUBLIC_HOSTING_PARTNER_URL;
const firePartner: string | undefined = import.meta.env?.PUBLIC_FIRE_PARTNER;
const firePartnerUrl: string | undefined = import.meta.env?.PUBLIC_FIRE_PARTNER_URL;
const dataSource: string | undefined = import.meta.env?.PUBLIC_DATA_SOURCE;
const dataSourceUrl: string | undefined = import.meta.env?.PUBLIC_DATA_SOURCE_URL;
const credit: string | undefined = import.meta.env?.PUBLIC_SOURCE_CREDIT;
const kind: string | undefined = import.meta.env?.PUBLIC_SOURCE_KIND;
const supportsAlerts: string | undefined = import.meta.env?.PUBLIC_SOURCE_ALERTS;

/** A party that the site names; hidden while `name` is empty. `url` may be empty. */
export interface NamedParty {
  readonly name: string;
  readonly url: string;
}

const party = (name = '', url = ''): NamedParty => ({ name, url });

/** Parties other than the controller: `PUBLIC_…` and `PUBLIC_…_URL`, as in `siteConfig.ts`. Default: none. */
export const namedParties = {
  hosting: party(hostingPartner, hostingPartnerUrl),
  /** `PUBLIC_FIRE_PARTNER`: a fire brigade. */
  fire: party(firePartner, firePartnerUrl),
  /** `PUBLIC_DATA_SOURCE`: the owner of the lightning network; else the credit that the sources' licences require. */
  source: party(dataSource || credit, dataSourceUrl),
};

/**
 * For the sources in `SOURCES`: the credit that their licences require, and for the one that fills the map whether it
 * is optical, from space, and whether it supports alerts.
 */
export const builtSources = { credit: credit ?? '', isSeen: kind === 'optical-flash', mayWarn: supportsAlerts !== '0' };

export type NamedParties = typeof namedParties;
