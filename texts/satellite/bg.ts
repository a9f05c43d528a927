import type { NamespaceSatelliteTranslation } from '#texts/made/i18n-types.ts';

const satellite = {
  show: 'Покажи какво вижда сателитът',
  mark: 'Сателит, отпреди 5–15 мин, ±8\u00a0км',
  note: 'И към земята, и в облаците. По тях няма предупреждения.',
  failed: 'Светкавиците от сателита не можаха да се заредят.',
  old: 'Последният файл от сателита е отпреди повече от 35 минути.',
} satisfies NamespaceSatelliteTranslation;

export default satellite;
