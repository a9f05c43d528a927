import type { BaseTranslation } from '../../i18n-types.ts';

const places = {
  lead: 'Choose a town or a peak. Its page shows lightning nearby, storms that are coming closer, and the last two weeks.',
  countries: 'Countries',
  towns: 'Towns',
  peaks: 'Peaks',
  missing: 'Towns from 15,000 people and well-known peaks. Any other place can be found on the map.',
  credit: 'Place names: GeoNames, CC BY 4.0, changed',
  toMap: 'Open the map',
  country: {
    AL: 'Albania',
    AT: 'Austria',
    BA: 'Bosnia and Herzegovina',
    BG: 'Bulgaria',
    GR: 'Greece',
    HR: 'Croatia',
    HU: 'Hungary',
    IT: 'Italy',
    MD: 'Moldova',
    ME: 'Montenegro',
    MK: 'North Macedonia',
    MT: 'Malta',
    RO: 'Romania',
    RS: 'Serbia',
    SI: 'Slovenia',
    SK: 'Slovakia',
    TR: 'Turkey',
    UA: 'Ukraine',
    XK: 'Kosovo',
  },
} satisfies BaseTranslation;

export default places;
