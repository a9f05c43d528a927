import type { Language } from '#shared/languages.ts';

type OfKind = Readonly<Record<'town' | 'peak', string>>;

/** Sentences with `{names}`. `{of}` is the place's name as it stands after "near" or "of". */
export interface PlacePageWords {
  readonly places: string;
  /** Before a peak's name, unless it says so itself. */
  readonly peak: string;
  readonly heading: string;
  /** One strike, as a shared link names it. */
  readonly strike: string;
  readonly title: string;
  readonly description: OfKind;
  readonly asOf: string;
  /** Shown by the page's program once what stands there is old. */
  readonly stale: string;
  readonly picture: string;
  readonly cells: Readonly<
    Record<'title' | 'cell' | 'moves' | 'turns' | 'growing' | 'fading' | 'none' | 'unknown' | 'asOf', string>
  >;
  readonly plots: Readonly<
    Record<'title' | 'hour' | 'day' | 'fortnight' | 'count' | 'known' | 'none' | 'hatched' | 'now' | 'area', string>
  >;
  readonly unread: Readonly<Record<'title' | 'all' | 'spans' | 'more' | 'unknown', string>>;
  readonly actions: Readonly<Record<'title' | 'tell' | 'map' | 'report' | 'analytics', string>>;
  readonly near: Readonly<Record<'title' | 'place', string>>;
  readonly missing: Readonly<Record<'title' | 'text' | 'all', string>>;
  readonly credit: string;
}

/** The page of a place, which the Worker writes. */
export const placePageTexts: Readonly<Record<Language, PlacePageWords>> = {
  en: {
    places: 'All places',
    peak: '',
    heading: 'Lightning near {of}',
    strike: 'Lightning near {of}, {time}',
    title: 'Lightning near {of}: live map and alerts',
    description: {
      town: 'Where lightning strikes near {of} and whether it is coming closer; the last hour, day and two weeks; an alert on your phone.',
      peak: 'Where lightning strikes near {of} and whether it is coming closer: look before you climb. The last hour, day and two weeks; an alert on your phone.',
    },
    asOf: 'As of {time}, local time ({utc} UTC).',
    stale: 'This page could not be renewed. What it says is as of the time that stands there, not of now.',
    picture: 'Map of the lightning around {of} in the last hour',
    cells: {
      title: 'Storm cells nearby',
      cell: '{km} {direction}; lightning flashes in ten minutes: {flashes}',
      moves: 'moving {direction} at {speed}\u00a0km/h',
      turns: 'no clear direction',
      growing: 'growing',
      fading: 'fading',
      none: 'No storm cell within {km}.',
      unknown: 'At this moment nobody can say.',
      asOf: 'From data up to {time}.',
    },
    plots: {
      title: 'How it was',
      hour: 'Last hour',
      day: 'Last 24 hours',
      fortnight: 'Last 14 days',
      count: 'Strikes: {n}',
      known: 'Strikes known: {n}. Not all of it was read.',
      none: 'This could not be read just now.',
      hatched: 'Hatched: not read, so nobody can say.',
      now: 'now',
      area: 'Counted: strikes to the ground in an area of {width} by {height}\u00a0km around {of}.',
    },
    unread: {
      title: 'What was not read',
      all: 'All of the last 14 days was read.',
      spans: 'Not read: {spans}. Nobody can say what struck then.',
      more: 'and {n} more',
      unknown: 'At this moment nobody can say what was read.',
    },
    actions: {
      title: 'For this place',
      tell: 'Tell me of lightning here',
      map: 'Live map',
      report: 'Report on a day',
      analytics: 'Statistics',
    },
    near: { title: 'Places nearby', place: '{name}, {km}' },
    missing: {
      title: 'There is no page for this place',
      text: 'These places have names like it:',
      all: 'All places that have a page',
    },
    credit: 'Place names: GeoNames, CC BY 4.0, changed',
  },
  ru: {
    places: 'Все места',
    peak: 'вершины',
    heading: 'Молнии около {of}',
    strike: 'Молния около {of}, {time}',
    title: 'Молнии около {of}: карта онлайн и оповещения',
    description: {
      town: 'Где бьют молнии около {of} и приближается ли гроза; последний час, сутки и две недели; оповещения на телефон.',
      peak: 'Где бьют молнии около {of} и приближается ли гроза: посмотрите перед восхождением. Последний час, сутки и две недели; оповещения на телефон.',
    },
    asOf: 'По состоянию на {time} по местному времени ({utc} UTC).',
    stale: 'Обновить страницу не удалось. Сказанное относится к указанному времени, а не к настоящему моменту.',
    picture: 'Карта молний около {of} за последний час',
    cells: {
      title: 'Грозовые ячейки рядом',
      cell: 'в {km} {direction}; вспышек за десять минут: {flashes}',
      moves: 'движется {direction} со скоростью {speed}\u00a0км/ч',
      turns: 'без ясного направления',
      growing: 'усиливается',
      fading: 'слабеет',
      none: 'Ближе {km} грозовых ячеек нет.',
      unknown: 'Сейчас сказать ничего нельзя.',
      asOf: 'По данным до {time}.',
    },
    plots: {
      title: 'Как было',
      hour: 'Последний час',
      day: 'Последние 24 часа',
      fortnight: 'Последние 14 дней',
      count: 'Молний: {n}',
      known: 'Известно молний: {n}. Прочитано не всё.',
      none: 'Сейчас это не удалось прочитать.',
      hatched: 'Заштриховано: не прочитано, сказать ничего нельзя.',
      now: 'сейчас',
      area: 'Учтены удары в землю на участке {width} на {height}\u00a0км вокруг {of}.',
    },
    unread: {
      title: 'Что не прочитано',
      all: 'Последние 14 дней прочитаны полностью.',
      spans: 'Не прочитано: {spans}. Что было в это время, сказать нельзя.',
      more: 'и ещё {n}',
      unknown: 'Сейчас нельзя сказать, что прочитано.',
    },
    actions: {
      title: 'Для этого места',
      tell: 'Сообщать мне о молниях здесь',
      map: 'Карта онлайн',
      report: 'Отчёт за день',
      analytics: 'Статистика',
    },
    near: { title: 'Места рядом', place: '{name}, {km}' },
    missing: {
      title: 'Страницы для этого места нет',
      text: 'Места с похожими названиями:',
      all: 'Все места, у которых есть страница',
    },
    credit: 'Названия мест: GeoNames, CC BY 4.0, с изменениями',
  },
  bg: {
    places: 'Всички места',
    peak: 'връх',
    heading: 'Мълнии над {of}',
    strike: 'Мълния край {of}, {time}',
    title: 'Мълнии над {of}: карта на живо и известия',
    description: {
      town: 'Къде падат мълнии близо до {of} и приближава ли бурята; последният час, денонощие и две седмици; известие на телефона.',
      peak: 'Къде падат мълнии близо до {of} и приближава ли бурята: погледнете, преди да тръгнете нагоре. Последният час, денонощие и две седмици; известие на телефона.',
    },
    asOf: 'Към {time} местно време ({utc} UTC).',
    stale: 'Страницата не можа да се обнови. Казаното важи за посочения час, а не за сега.',
    picture: 'Карта на мълниите около {of} през последния час',
    cells: {
      title: 'Гръмотевични клетки наблизо',
      cell: 'на {km} {direction}; светкавици за десет минути: {flashes}',
      moves: 'движи се {direction} с {speed}\u00a0км/ч',
      turns: 'без ясна посока',
      growing: 'усилва се',
      fading: 'отслабва',
      none: 'Няма гръмотевични клетки на по-малко от {km}.',
      unknown: 'В момента никой не може да каже.',
      asOf: 'По данни до {time}.',
    },
    plots: {
      title: 'Как беше',
      hour: 'Последният час',
      day: 'Последните 24 часа',
      fortnight: 'Последните 14 дни',
      count: 'Мълнии: {n}',
      known: 'Известни мълнии: {n}. Не всичко е прочетено.',
      none: 'В момента това не можа да се прочете.',
      hatched: 'Защриховано: не е прочетено, никой не може да каже.',
      now: 'сега',
      area: 'Преброени са ударите в земята в участък {width} на {height}\u00a0км около {of}.',
    },
    unread: {
      title: 'Какво не е прочетено',
      all: 'Последните 14 дни са прочетени изцяло.',
      spans: 'Не е прочетено: {spans}. Какво е паднало тогава, никой не може да каже.',
      more: 'и още {n}',
      unknown: 'В момента никой не може да каже какво е прочетено.',
    },
    actions: {
      title: 'За това място',
      tell: 'Известявайте ме за мълнии тук',
      map: 'Карта на живо',
      report: 'Справка за ден',
      analytics: 'Статистика',
    },
    near: { title: 'Места наблизо', place: '{name}, {km}' },
    missing: {
      title: 'За това място няма страница',
      text: 'Места с подобни имена:',
      all: 'Всички места, които имат страница',
    },
    credit: 'Имена на места: GeoNames, CC BY 4.0, с промени',
  },
};
