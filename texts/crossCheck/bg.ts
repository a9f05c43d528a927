import type { NamespaceCrossCheckTranslation } from '#texts/made/i18n-types.ts';

const crossCheck = {
  title: 'Сверка със сателит',
  lead: 'Уредът Lightning Imager на Meteosat вижда около 70 % от светкавиците денем и 95 % нощем. Вижда ги и в облаците, и към земята. Сравняваме мълниите си с него по клетки от половин градус и десет минути. Разминаването не е грешка. Много мълнии не стигат до земята, а денем облаците скриват светкавици. По тези данни няма тревоги.',
  none: 'Още няма сравнения.',
  plot: 'По часове на денонощието, UTC: квадрати с мълнии',
  both: 'и двата',
  crossCheckOnly: 'само сателитът',
  primaryOnly: 'само нашите мълнии',
  hour: '{hour} UTC: и двата {both|number}, само сателитът {crossCheck|number}, само нашите мълнии {primary|number}',
  flashes: 'Светкавици на сателита, до които (2 секунди, 30 км) има наша мълния: {share} от {n|number}.',
  strikes: 'Наши мълнии, до които има светкавица на сателита: {share} от {n|number}.',
  slots:
    'Сравнени десетминутни интервали: {n|number}, най-много за 30 денонощия. Броят се само тези с данни и от двата.',
} satisfies NamespaceCrossCheckTranslation;

export default crossCheck;
