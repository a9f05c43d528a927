import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const crossCheck = {
  title: 'Satellite cross-check',
  lead: 'Meteosat’s Lightning Imager detects about 70% of flashes by day and 95% by night, in clouds and to ground. We compare our strikes with it in half-degree, ten-minute boxes. A mismatch is not an error. Much lightning never reaches the ground, and clouds hide flashes by day. It triggers no alerts.',
  none: 'Nothing compared yet.',
  plot: 'By the hour of the day, UTC: squares with lightning',
  both: 'both',
  crossCheckOnly: 'only the satellite',
  primaryOnly: 'only our strikes',
  hour: '{hour:string} UTC: both {both|number}, only the satellite {crossCheck|number}, only our strikes {primary|number}',
  flashes: '{share:string} of {n|number} satellite {{flash|flashes}} had a strike of ours within 2 seconds and 30 km.',
  strikes: '{share:string} of our {n|number} {{strike|strikes}} had a satellite flash.',
  slots: 'Ten-minute intervals compared: {n|number}, from at most 30 days. Only intervals with data from both count.',
} satisfies BaseTranslation;

export default crossCheck;
