import type {
  ChatTexts,
  ContactTexts,
  FeedTexts,
  FlashPictureTexts,
  FlashPlotTexts,
  FlashVerdictTexts,
  LatePlaceTexts,
  MessageTexts,
  PictureTexts,
  PlacePageTexts,
} from '../dictionaryTypes.ts';
import form from './form/index.ts';

export { default as verdictTexts } from './sky/index.ts';

/* The Worker's own texts: messages, pages of places, static maps, answers to the form. */

export const messageTexts: MessageTexts = {
  exercise: 'УЧЕБНОЕ, данные смоделированы',
  drill: 'УЧЕБНАЯ ТРЕВОГА',
  raise: { watch: 'Внимание', warning: 'Предупреждение', stop: 'СТОП' },
  again: 'СТОП продолжается',
  lowered: 'Уровень снижен',
  clear: 'Отбой',
  blind: 'НЕТ ДАННЫХ',
  sight: 'Снова есть данные',
  ended: 'Наблюдение прекращено',
  test: 'Проверка',
  reportedAt: (time) => `Сообщение о ней пришло только в ${time}.`,
  correction: 'Поправка.',
  since: (time) => `Так с ${time}.`,
  keepAway: 'Прекратите работы на открытом воздухе и уйдите в укрытие.',
  againText: 'Снова молния в зоне остановки: отсчёт до отбоя начат заново.',
  loweredTo: {
    watch: 'В зоне внимания ещё есть молнии. Это не отбой.',
    warning: 'Остановка снята, но в зоне предупреждения ещё есть молнии. Это не отбой.',
  },
  clearText: 'За всё время ожидания молний в зоне не было. Данные полные.',
  sightText: {
    clear: 'Уровень: чисто.',
    watch: 'Уровень: внимание.',
    warning: 'Уровень: предупреждение.',
    stop: 'Уровень: стоп.',
  },
  endedText: 'Наблюдение прекращено, молнии были близко. Сообщений больше не будет.',
  testText: 'Это проверка. Делать ничего не нужно.',
  missed: {
    watch: (time) => `Сообщение «внимание» с ${time} доставить не удалось.`,
    warning: (time) => `Предупреждение с ${time} доставить не удалось.`,
    stop: (time) => `СТОП с ${time} доставить не удалось.`,
  },
  unreachable: (name) => `Получатель «${name}» недоступен.`,
  muted: (name, time) => `Получатель «${name}»: пауза до ${time}.`,
  mutedUntilClear: (name, time) => `Получатель «${name}»: пауза до отбоя, самое позднее до ${time}.`,
  unconfirmed: (minutes) => `За ${minutes} мин тревогу никто не подтвердил.`,
  ending: (date) =>
    `Панель этого наблюдения не открывали больше года. Откройте её до ${date}, иначе наблюдение прекратится.`,
  notice: 'К сведению',
  early: 'Раннее уведомление',
  earlyText: ({ times, of, range80 }) => {
    const when = range80 ? ` Если она придёт, то в 8 случаях из 10 — через ${range80[0]}–${range80[1]} мин.` : '';
    return `Приближается гроза: вероятность молнии ближе 10 км за 30 мин — примерно ${times} из ${of}.${when} Часто не сбывается. Полагайтесь на свои расстояния оповещения.`;
  },
  fire: 'Пожар, вероятно от молнии',
  fireText: ({ where, first, last, percent, atLeast }) =>
    `Спутники видели термоточку ${where}${first === last ? `, в ${first}` : `: впервые в ${first}, последний раз в ${last}`}. Вероятно от молнии: ${atLeast ? 'не менее ' : ''}${percent} %; примерно 4 из 10 — не от молнии. Не предназначено для защиты жизни и имущества.`,
  fireCorrected: 'Поправка о пожаре',
  fireCorrectedText: ({ where, first, percent }) =>
    `Термоточка ${where}, впервые замеченная ${first}, больше не «вероятно от молнии»: вероятность теперь ${percent} %. Гореть там всё же может. Не предназначено для защиты жизни и имущества.`,
};

export const chatTexts: ChatTexts = {
  started:
    'Этот чат теперь получает оповещения. /seen — подтвердить тревогу, /areas — места под наблюдением, /test — проба, /stop — прекратить.',
  stopped: 'Оповещения прекращены.',
  areas: (names) => (names.length === 0 ? 'Под наблюдением ничего нет.' : `Под наблюдением: ${names.join(', ')}`),
  seen: (names) => (names.length === 0 ? 'Подтверждать нечего.' : `Подтверждено: ${names.join(', ')}`),
};

export const feedTexts: FeedTexts = {
  feed: 'Молнии вблизи участков под наблюдением',
  lightning: 'Молнии',
  noData: 'Нет данных о молниях',
  restriction: 'Только для тех, у кого есть эта ссылка. Это информация, а не официальное предупреждение.',
};

export const contactTexts: ContactTexts = {
  success: form.success,
  failure: form.failure,
  full: form.full,
  errors: form.errors,
  kept: 'Ваш текст сохранён. Адрес нашей электронной почты указан внизу страницы.',
  limited: 'Отправлено слишком много сообщений. Пожалуйста, попробуйте позже.',
  faulty: 'Пожалуйста, проверьте отмеченные поля.',
};

export const mapImageTexts: PictureTexts = {
  title: 'Молнии за последний час',
  live: 'Данные свежие',
  delayed: 'С задержкой',
  down: 'НЕТ ДАННЫХ',
  readTo: (at) => `данные до ${at}`,
  never: 'нет данных',
  count: (count) => `Молний за последний час: ${count}`,
  lastKnown: (count) => `Последнее, что известно: ${count}`,
  simulated: 'Данные симулятора: не настоящие молнии',
  gaps: (spans) => `Нет данных: ${spans}`,
  gapsInAll: (minutes) => `Нет данных: ${minutes} мин этого часа`,
  outside: 'Штриховка: данные неполные',
  since: (at) => `Слишком много: показаны только с ${at}`,
  ages: (minutes) => `≤ ${minutes} мин`,
  land: 'Суша: Natural Earth',
};

export const flashPictureTexts: FlashPictureTexts = {
  count: (count) => `Вспышек за последний час: ${count}`,
  lastKnown: (count) => `Последнее, что известно: ${count}`,
};

export const placePageTexts: PlacePageTexts = {
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
};

export const flashPlotTexts: FlashPlotTexts = {
  count: 'Вспышек: {n}',
  known: 'Не меньше {n}; данные неполные.',
  area: 'Учтены вспышки, наземные и облачные, на участке {width} на {height}\u00a0км вокруг {of}.',
};

export const latePlaceTexts: LatePlaceTexts = {
  title: 'Молнии около {of}: карта и статистика',
  description: {
    town: 'Где были молнии около {of}, с задержкой в несколько минут; последний час, сутки и две недели.',
    peak: 'Где были молнии около {of}, с задержкой в несколько минут: посмотрите перед восхождением, а в пути прислушивайтесь. Последний час, сутки и две недели.',
  },
};

export const flashVerdictTexts = {
  near: 'Вспышка молнии {where}{when}.',
  last: 'Последняя вспышка {where}{when}.',
  lastKnown: 'Последнее известное: вспышка молнии {where}{when}.',
  lastMovedOff: 'Последняя вспышка {where}{when}, гроза удаляется.',
  counted: 'Только число вспышек по часам.',
} as const satisfies FlashVerdictTexts;
