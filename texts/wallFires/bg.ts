import type { NamespaceWallFiresTranslation } from '#texts/made/i18n-types.ts';

const wallFires: NamespaceWallFiresTranslation = {
  fires: '{count|number} {{пожар|пожара}} за 24 ч',
  likely: '{count} вероятно от мълния',
  none: 'Пожари: за 24 ч няма съобщени',
  static: '{count}\u00a0{{постоянен|постоянни}}',
  to: 'сателити до {time}',
  part: 'някои сателити закъсняват',
  late: 'Сателитите закъсняват: за пожари не се знае нищо след {time}',
  dead: 'За пожари не се знае нищо: сателитите мълчат от {time}',
  never: 'За пожари не се знае нищо: не е прочетен нито един сателит',
  failed: 'За пожари не се знае нищо: сървърът не отговаря',
  stale: 'няма отговор от {time}',
  atLeast: 'поне {fires}',
  notice: 'От наречените вероятни около 4 от 10 не са. Не е за защита на живот или имущество.',
  mayBurn: 'Въпреки това може да гори. Не е за защита на живот или имущество.',
};

export default wallFires;
