const hostingPartner: string | undefined = import.meta.env?.PUBLIC_HOSTING_PARTNER;
const hostingPartnerUrl: string | undefined = import.meta.env?.PUBLIC_HOSTING_PARTNER_URL;
const firePartner: string | undefined = import.meta.env?.PUBLIC_FIRE_PARTNER;
const firePartnerUrl: string | undefined = import.meta.env?.PUBLIC_FIRE_PARTNER_URL;
const dataSource: string | undefined = import.meta.env?.PUBLIC_DATA_SOURCE;
const dataSourceUrl: string | undefined = import.meta.env?.PUBLIC_DATA_SOURCE_URL;
const credit: string | undefined = import.meta.env?.PUBLIC_SOURCE_CREDIT;
const kind: string | undefined = import.meta.env?.PUBLIC_SOURCE_KIND;
const supportsAlerts: string | undefined = import.meta.env?.PUBLIC_SOURCE_ALERTS;

/** A party that the site names; not shown while `name` is empty. `url` may be empty. */
export interface NamedParty {
  readonly name: string;
  readonly url: string;
}

const party = (name = '', url = ''): NamedParty => ({ name, url });

/** Parties besides the controller: `PUBLIC_…` and `PUBLIC_…_URL`, as in `siteConfig.ts`. By default none is named. */
export const namedParties = {
  hosting: party(hostingPartner, hostingPartnerUrl),
  /** `PUBLIC_FIRE_PARTNER`: a fire brigade. */
  fire: party(firePartner, firePartnerUrl),
  /** `PUBLIC_DATA_SOURCE`: whose network locates the lightning; else whom the licences of its sources name. */
  source: party(dataSource || credit, dataSourceUrl),
};

/** Of the sources that `SOURCES` names: whose data they are, as their licences ask for it, and of the one that fills the map
 * whether it sees light from space, and whether it may warn. */
export const builtSources = { credit: credit ?? '', isSeen: kind === 'optical-flash', mayWarn: supportsAlerts !== '0' };

export type NamedParties = typeof namedParties;
