import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const places = {
  lead: 'Choose a town or a peak. Its page says whether there is lightning near it, what comes closer, and what the last two weeks were like.',
  countries: 'Countries',
  towns: 'Towns',
  peaks: 'Peaks',
  missing: 'Listed are towns from 15,000 people and well-known peaks. Any other place can be found on the map.',
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
