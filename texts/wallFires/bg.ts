import type { NamespaceWallFiresTranslation } from '#texts/made/i18n-types.ts';

const wallFires: NamespaceWallFiresTranslation = {
  fires: '{count|number} {{пожар|пожара}} за 24 ч',
  likely: '{count} вероятно от мълния',
  none: 'Пожари: за 24 ч няма съобщени',
  static: '{count}\u00a0{{постоянен|постоянни}}',
  to: 'сателити до {time}',
  part: 'някои сателити закъсняват',
  late: 'Сателитите закъсняват: няма данни за пожари от {time}',
  dead: 'Няма данни за пожари: сателитите мълчат от {time}',
  never: 'Няма данни за пожари',
  failed: 'Няма данни за пожари: сървърът не отговаря',
  stale: 'няма отговор от {time}',
  atLeast: 'поне {fires}',
  notice: 'Около 4 от 10 „вероятни“ пожара имат друга причина. Не е за защита на живот или имущество.',
  mayBurn: 'Може да има незабелязани пожари. Не е за защита на живот или имущество.',
};

export default wallFires;
