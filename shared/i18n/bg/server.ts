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
  exercise: 'УЧЕНИЕ, данните са симулирани',
  drill: 'УЧЕБНА ТРЕВОГА',
  raise: { watch: 'Внимание', warning: 'Предупреждение', stop: 'СТОП' },
  again: 'СТОП продължава',
  lowered: 'Понижено ниво',
  clear: 'Отбой',
  blind: 'НЯМА ДАННИ',
  sight: 'Данните отново идват',
  ended: 'Наблюдението е прекратено',
  test: 'Проба',
  reportedAt: (time) => `Съобщението за нея дойде едва в ${time}.`,
  correction: 'Поправка.',
  since: (time) => `Така е от ${time}.`,
  keepAway: 'Спрете работата на открито и се приберете на безопасно място.',
  againText: 'Отново мълния в зоната за спиране: изчакването започва отначало.',
  loweredTo: {
    watch: 'В зоната за внимание още има мълнии. Това не е отбой.',
    warning: 'Спирането е вдигнато, но в зоната за предупреждение още има мълнии. Това не е отбой.',
  },
  clearText: 'През цялото изчакване в зоната нямаше мълнии. Данните са пълни.',
  sightText: {
    clear: 'Ниво: Чисто.',
    watch: 'Ниво: Внимание.',
    warning: 'Ниво: Предупреждение.',
    stop: 'Ниво: Стоп.',
  },
  endedText: 'Наблюдението е прекратено при мълнии наблизо. Повече съобщения няма да има.',
  testText: 'Това е проба. Не е нужно да правите нищо.',
  missed: {
    watch: (time) => `Съобщението „внимание“ от ${time} не можа да бъде доставено.`,
    warning: (time) => `Предупреждението от ${time} не можа да бъде доставено.`,
    stop: (time) => `СТОП от ${time} не можа да бъде доставен.`,
  },
  unreachable: (name) => `Получателят „${name}“ е недостъпен.`,
  muted: (name, time) => `Получателят „${name}“ е без известия до ${time}.`,
  mutedUntilClear: (name, time) => `Получателят „${name}“ е без известия до отбоя, най-късно до ${time}.`,
  unconfirmed: (minutes) => `${minutes} мин никой не потвърди тревогата.`,
  ending: (date) =>
    `Повече от година никой не е отварял панела на това наблюдение. Отворете го до ${date}, иначе наблюдението ще спре.`,
  notice: 'За сведение',
  early: 'Ранно известие',
  earlyText: ({ times, of, range80 }) => {
    const when = range80 ? ` Ако дойде, в 8 от 10 случая това става след ${range80[0]} до ${range80[1]} мин.` : '';
    return `Приближава буря: вероятност за мълния на под 10 км до 30 мин: около ${times} от ${of}.${when} Често не се сбъдва. Разчитайте на зададените разстояния.`;
  },
  fire: 'Пожар, вероятно от мълния',
  fireText: ({ where, first, last, percent, atLeast }) =>
    `Сателити видяха топлинна точка ${where}${first === last ? ` в ${first}` : `: за пръв път в ${first}, за последно в ${last}`}. Вероятно от мълния: ${atLeast ? 'поне ' : ''}${percent}%; около 4 от 10 не са от мълния. Не е предназначено за защита на живот и имущество.`,
  fireCorrected: 'Поправка за пожар',
  fireCorrectedText: ({ where, first, percent }) =>
    `Топлинната точка ${where}, видяна първо на ${first}, вече не е „вероятно от мълния“: вероятността е ${percent}%. Там все пак може да гори. Не е предназначено за защита на живот и имущество.`,
};

export const chatTexts: ChatTexts = {
  started:
    'Този чат вече получава известия. /seen потвърждава тревога, /areas показва наблюдаваните места, /test изпраща проба, /stop спира известията.',
  stopped: 'Известията са спрени.',
  areas: (names) => (names.length === 0 ? 'Не се наблюдава нищо.' : `Наблюдава се: ${names.join(', ')}`),
  seen: (names) => (names.length === 0 ? 'Няма нищо за потвърждаване.' : `Потвърдено: ${names.join(', ')}`),
};

export const feedTexts: FeedTexts = {
  feed: 'Мълнии близо до наблюдаваните райони',
  lightning: 'Мълнии',
  noData: 'Няма данни за мълнии',
  restriction: 'Само за хора с тази връзка. Това е информация, а не официално предупреждение.',
};

export const contactTexts: ContactTexts = {
  success: form.success,
  failure: form.failure,
  full: form.full,
  errors: form.errors,
  kept: 'Написаното е запазено. Имейл адресът ни е в долния край на страницата.',
  limited: 'Изпратени са твърде много съобщения. Моля, опитайте отново по-късно.',
  faulty: 'Моля, проверете отбелязаните полета.',
};

export const mapImageTexts: PictureTexts = {
  title: 'Мълнии за последния час',
  live: 'Данните са актуални',
  delayed: 'Със закъснение',
  down: 'НЯМА ДАННИ',
  readTo: (at) => `данни до ${at}`,
  never: 'няма данни',
  count: (count) => `Мълнии за последния час: ${count}`,
  lastKnown: (count) => `Последно известни мълнии: ${count}`,
  simulated: 'Симулирани данни: не са истински мълнии',
  gaps: (spans) => `Няма данни: ${spans}`,
  gapsInAll: (minutes) => `Няма данни: ${minutes} мин от този час`,
  outside: 'Щриховано: непълни данни',
  since: (at) => `Твърде много: показани са само след ${at}`,
  ages: (minutes) => `≤ ${minutes} мин`,
  land: 'Суша: Natural Earth',
};

export const flashPictureTexts: FlashPictureTexts = {
  count: (count) => `Светкавици за последния час: ${count}`,
  lastKnown: (count) => `Последно известни светкавици: ${count}`,
};

export const placePageTexts: PlacePageTexts = {
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
};

export const flashPlotTexts: FlashPlotTexts = {
  count: 'Светкавици: {n}',
  known: 'Поне {n}; данните не са пълни.',
  area: 'Преброени са светкавиците, в облаците и към земята, в участък {width} на {height}\u00a0км около {of}.',
};

export const latePlaceTexts: LatePlaceTexts = {
  title: 'Мълнии над {of}: карта и статистика',
  description: {
    town: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение; последният час, денонощие и две седмици.',
    peak: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение: погледнете, преди да тръгнете нагоре, и се ослушвайте по пътя. Последният час, денонощие и две седмици.',
  },
};

export const flashVerdictTexts = {
  near: 'Светкавица {where}{when}.',
  last: 'Последна светкавица {where}{when}.',
  lastKnown: 'Последно известно: светкавица {where}{when}.',
  lastMovedOff: 'Последна светкавица {where}{when}, бурята се отдалечава.',
  counted: 'Само брой светкавици по часове.',
} as const satisfies FlashVerdictTexts;
