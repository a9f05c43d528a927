import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const witness = {
  title: 'What a satellite saw beside it',
  lead: 'Meteosat’s Lightning Imager sees the light of flashes from space: about 70 of 100 by day, 95 by night, from cloud to ground and within clouds. We hold the strikes against it, in squares of half a degree and ten minutes each. It is no judge: where only the satellite saw something, it was often lightning that never reached the ground; where only we told a strike, a cloud may have hidden it by day. It warns of nothing and clears nothing.',
  none: 'Nothing has been compared yet.',
  plot: 'By the hour of the day, UTC: squares with lightning',
  both: 'both',
  witnessOnly: 'only the satellite',
  primaryOnly: 'only our strikes',
  hour: '{hour:string} UTC: both {both|number}, only the satellite {witness|number}, only our strikes {primary|number}',
  flashes:
    'Of {n|number} {{flash|flashes}} of the satellite, {share:string} had a strike of ours within 2 seconds and 30 km.',
  strikes: 'Of {n|number} {{strike|strikes}} of ours, {share:string} had a flash of the satellite.',
  slots: 'Compared: {n|number} times ten minutes, 30 days at most. What one of the two did not read does not count.',
} satisfies BaseTranslation;

export default witness;
