import type { Language } from '#shared/languages.ts';

type OfKind = Readonly<Record<'town' | 'peak', string>>;

/** Sentences with `{names}`. `{of}` is the place's name as it stands after "near" or "of". */
export interface PlacePageTexts {
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
  readonly gaps: Readonly<Record<'title' | 'all' | 'spans' | 'more' | 'unknown', string>>;
  readonly actions: Readonly<Record<'title' | 'tell' | 'map' | 'report' | 'analytics', string>>;
  readonly near: Readonly<Record<'title' | 'place', string>>;
  readonly missing: Readonly<Record<'title' | 'text' | 'all', string>>;
  readonly credit: string;
}

/** The page of a place, which the Worker writes. */
export const placePageTexts: Readonly<Record<Language, PlacePageTexts>> = {
  en: {
    places: 'All places',
    peak: '',
    heading: 'Lightning near {of}',
    strike: 'Lightning near {of}, {time}',
    title: 'Lightning near {of}: live map and alerts',
    description: {
      town: 'Where lightning strikes near {of}, and whether it is coming closer. The last hour, day and two weeks; an alert on your phone.',
      peak: 'Where lightning strikes near {of} and whether it is coming closer: look before you climb. The last hour, day and two weeks; an alert on your phone.',
    },
    asOf: 'As of {time}, local time ({utc} UTC).',
    stale: 'Could not update. Data is from the time shown.',
    picture: 'Map of the lightning around {of} in the last hour',
    cells: {
      title: 'Storm cells nearby',
      cell: '{km} {direction}; lightning flashes in ten minutes: {flashes}',
      moves: 'moving {direction} at {speed}\u00a0km/h',
      turns: 'no clear direction',
      growing: 'growing',
      fading: 'fading',
      none: 'No storm cell within {km}.',
      unknown: 'Currently unknown.',
      asOf: 'From data up to {time}.',
    },
    plots: {
      title: 'Recent lightning',
      hour: 'Last hour',
      day: 'Last 24 hours',
      fortnight: 'Last 14 days',
      count: 'Strikes: {n}',
      known: 'At least {n}; data incomplete.',
      none: 'Currently unavailable.',
      hatched: 'Hatched: no data.',
      now: 'now',
      area: 'Counted: strikes to the ground in an area of {width} by {height}\u00a0km around {of}.',
    },
    gaps: {
      title: 'Data gaps',
      all: 'Data is complete for the last 14 days.',
      spans: 'No data for {spans}. Lightning may have been missed.',
      more: 'and {n} more',
      unknown: 'Data coverage is currently unknown.',
    },
    actions: {
      title: 'For this place',
      tell: 'Alert me to lightning here',
      map: 'Live map',
      report: 'Report on a day',
      analytics: 'Statistics',
    },
    near: { title: 'Places nearby', place: '{name}, {km}' },
    missing: {
      title: 'No page for this place',
      text: 'Places with similar names:',
      all: 'All places with a page',
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
    stale: 'Обновить не удалось. Данные на указанное время.',
    picture: 'Карта молний около {of} за последний час',
    cells: {
      title: 'Грозовые очаги рядом',
      cell: 'в {km} {direction}; вспышек за десять минут: {flashes}',
      moves: 'движется {direction} со скоростью {speed}\u00a0км/ч',
      turns: 'без ясного направления',
      growing: 'усиливается',
      fading: 'слабеет',
      none: 'Ближе {km} грозовых очагов нет.',
      unknown: 'Сейчас неизвестно.',
      asOf: 'По данным до {time}.',
    },
    plots: {
      title: 'Недавние молнии',
      hour: 'Последний час',
      day: 'Последние 24 часа',
      fortnight: 'Последние 14 дней',
      count: 'Молний: {n}',
      known: 'Не меньше {n}; данные неполные.',
      none: 'Сейчас недоступно.',
      hatched: 'Штриховка: нет данных.',
      now: 'сейчас',
      area: 'Учтены молнии в землю на участке {width} на {height}\u00a0км вокруг {of}.',
    },
    gaps: {
      title: 'Пробелы в данных',
      all: 'Данные за 14 дней полные.',
      spans: 'Нет данных: {spans}. Молнии могли быть пропущены.',
      more: 'и ещё {n}',
      unknown: 'Полнота данных сейчас неизвестна.',
    },
    actions: {
      title: 'Для этого места',
      tell: 'Сообщать мне о молниях здесь',
      map: 'Карта онлайн',
      report: 'Справка за день',
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
    stale: 'Не можа да се обнови. Данните са към посочения час.',
    picture: 'Карта на мълниите около {of} през последния час',
    cells: {
      title: 'Гръмотевични бури наблизо',
      cell: 'на {km} {direction}; светкавици за десет минути: {flashes}',
      moves: 'движи се {direction} с {speed}\u00a0км/ч',
      turns: 'без ясна посока',
      growing: 'засилва се',
      fading: 'отслабва',
      none: 'Няма гръмотевични бури на по-малко от {km}.',
      unknown: 'В момента не се знае.',
      asOf: 'По данни до {time}.',
    },
    plots: {
      title: 'Скорошни мълнии',
      hour: 'Последният час',
      day: 'Последните 24 часа',
      fortnight: 'Последните 14 дни',
      count: 'Мълнии: {n}',
      known: 'Поне {n}; данните не са пълни.',
      none: 'В момента не е достъпно.',
      hatched: 'Щриховано: няма данни.',
      now: 'сега',
      area: 'Преброени са мълниите към земята в участък {width} на {height}\u00a0км около {of}.',
    },
    gaps: {
      title: 'Пропуски в данните',
      all: 'Данните за 14 дни са пълни.',
      spans: 'Няма данни: {spans}. Може да са пропуснати мълнии.',
      more: 'и още {n}',
      unknown: 'Пълнотата на данните в момента не е известна.',
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

type PlotTexts = Pick<PlacePageTexts['plots'], 'count' | 'known' | 'area'>;

/** What plots on the page of a place count, if the source tells flashes of every kind. */
export const flashPlotTexts: Readonly<Record<Language, PlotTexts>> = {
  en: {
    count: 'Flashes: {n}',
    known: 'At least {n}; data incomplete.',
    area: 'Counted: flashes, in clouds and to the ground, in an area of {width} by {height}\u00a0km around {of}.',
  },
  ru: {
    count: 'Вспышек: {n}',
    known: 'Не меньше {n}; данные неполные.',
    area: 'Учтены вспышки, наземные и облачные, на участке {width} на {height}\u00a0км вокруг {of}.',
  },
  bg: {
    count: 'Светкавици: {n}',
    known: 'Поне {n}; данните не са пълни.',
    area: 'Преброени са светкавиците, в облаците и към земята, в участък {width} на {height}\u00a0км около {of}.',
  },
};

/** What the page of a place promises to who has not opened it, if the source may guard nothing. */
export const latePlaceTexts: Readonly<Record<Language, Pick<PlacePageTexts, 'title' | 'description'>>> = {
  en: {
    title: 'Lightning near {of}: map and statistics',
    description: {
      town: 'Where there was lightning near {of}, some minutes after it was seen; the last hour, day and two weeks.',
      peak: 'Where there was lightning near {of}, some minutes after it was seen: look before you climb, and listen on the way. The last hour, day and two weeks.',
    },
  },
  ru: {
    title: 'Молнии около {of}: карта и статистика',
    description: {
      town: 'Где были молнии около {of}, с задержкой в несколько минут; последний час, сутки и две недели.',
      peak: 'Где были молнии около {of}, с задержкой в несколько минут: посмотрите перед восхождением, а в пути прислушивайтесь. Последний час, сутки и две недели.',
    },
  },
  bg: {
    title: 'Мълнии над {of}: карта и статистика',
    description: {
      town: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение; последният час, денонощие и две седмици.',
      peak: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение: погледнете, преди да тръгнете нагоре, и се ослушвайте по пътя. Последният час, денонощие и две седмици.',
    },
  },
};
