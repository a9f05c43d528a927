import type { NamespaceCrossCheckTranslation } from '#texts/made/i18n-types.ts';

const crossCheck = {
  title: 'Сверка со спутником',
  lead: 'Прибор Lightning Imager на спутнике Meteosat видит около 70 % вспышек днём и 95 % ночью. Видны и облачные вспышки, и разряды в землю. Мы сверяем с ним свои разряды по клеткам в полградуса и десять минут. Расхождение не ошибка. Многие молнии не доходят до земли, а днём вспышки скрывает облачность. Тревог по этим данным нет.',
  none: 'Сравнений пока нет.',
  plot: 'По часам суток, UTC: квадраты с молниями',
  both: 'оба',
  crossCheckOnly: 'только спутник',
  primaryOnly: 'только наши разряды',
  hour: '{hour} UTC: оба — {both|number}, только спутник — {crossCheck|number}, только наши разряды — {primary|number}',
  flashes: 'Вспышки спутника, рядом с которыми (2 секунды, 30 км) был наш разряд: {share} из {n|number}.',
  strikes: 'Наши разряды, рядом с которыми была вспышка спутника: {share} из {n|number}.',
  slots:
    'Сравнено промежутков по десять минут: {n|number}, не больше чем за 30 суток. Учитываются только те, где есть данные обоих.',
} satisfies NamespaceCrossCheckTranslation;

export default crossCheck;
