import type { NamespaceWallFiresTranslation } from '#texts/made/i18n-types.ts';

const wallFires: NamespaceWallFiresTranslation = {
  fires: '{count|number} {{|пожар||пожара|пожаров|пожара}} за 24 ч',
  likely: '{count} — вероятно от молнии',
  none: 'Пожары: за 24 ч сообщений нет',
  static: '{count}\u00a0{{|постоянный||постоянных|постоянных|постоянных}}',
  to: 'спутники до {time}',
  part: 'часть спутников опаздывает',
  late: 'Спутники опаздывают: о пожарах нет данных с {time}',
  dead: 'О пожарах нет данных: спутники молчат с {time}',
  never: 'О пожарах нет данных',
  failed: 'О пожарах нет данных: сервер не отвечает',
  stale: 'нет ответа с {time}',
  atLeast: 'не меньше: {fires}',
  notice: 'Около 4 из 10 «вероятных» пожаров возникли не от молнии. Не для защиты жизни и имущества.',
  mayBurn: 'Возможны незамеченные пожары. Не для защиты жизни и имущества.',
};

export default wallFires;
