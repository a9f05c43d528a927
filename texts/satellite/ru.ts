import type { NamespaceSatelliteTranslation } from '#texts/made/i18n-types.ts';

const satellite = {
  show: 'Показать, что видит спутник',
  mark: 'Спутник, 5–15 мин назад, ±8\u00a0км',
  note: 'И в землю, и внутри облаков. Предупреждений по этим вспышкам нет.',
  failed: 'Вспышки со спутника загрузить не удалось.',
  old: 'Последний файл со спутника старше 35 минут.',
} satisfies NamespaceSatelliteTranslation;

export default satellite;
