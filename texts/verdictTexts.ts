import type { Language } from '#shared/languages.ts';
import type { VerdictWords } from '#shared/verdict/VerdictWords.ts';

const shots = (n: number) => (n === 1 ? 'шанс' : n < 5 ? 'шанса' : 'шансов');

/** The one verdict on the sky that every screen and every message says. */
export const verdictTexts: Readonly<Record<Language, VerdictWords>> = {
  en: {
    kilometres: (number) => `${number}\u00a0km`,
    directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
    where: {
      away: (km, direction, from) =>
        `${km} ${direction}${from === 'point' ? ' of the point' : from === 'centre' ? ' of the map’s centre' : ''}`,
      inside: 'inside the area',
      here: 'right here',
      inView: 'in view',
    },
    ago: (span) => `, ${span} ago`,
    at: (time) => ` at ${time}`,
    seconds: (n) => `${n}\u00a0s`,
    minutes: (n) => `${n}\u00a0min`,
    over: (minutes, isPast) => {
      const span = minutes === 60 ? 'hour' : `${minutes}\u00a0min`;
      return isPast ? `in the ${span} before` : `in the last ${span}`;
    },
    within: (km) => (km === undefined ? 'in view' : `within ${km}`),
    pastMoment: (time) => `As it was at ${time}.`,
    held: { watch: 'Watch.', warning: 'Warning.', stop: 'STOP.' },
    allClear: (time) => `All-clear not before ${time}.`,
    lastHeld: {
      watch: 'Last known: watch.',
      warning: 'Last known: warning. Act as if it still held.',
      stop: 'Last known: STOP. Act as if it still held.',
    },
    near: (where, when) => `Lightning ${where}${when}.`,
    last: (where, when, movedOff) => `Last strike ${where}${when}${movedOff ? ', moving off' : ''}.`,
    none: (within, over) => `No lightning ${within} ${over}. All of it was read.`,
    noneFrom: (within, over) => `Nothing reported ${within} ${over}, but this source does not see everything.`,
    starting: 'Connecting: nothing is known yet.',
    switching: 'The source is being changed: nothing is known yet.',
    outside: 'Not watched here: nobody can say.',
    counted: 'Shown by the hour, without single strikes.',
    loading: 'Still loading: nobody can say yet.',
    unread: 'Not all of it was read: nobody can say.',
    lateSince: (time) =>
      time === undefined
        ? 'Data is late: nobody can say what is now.'
        : `Data is late, read up to ${time}: nobody can say what came after.`,
    blind: (time) => (time === undefined ? 'No data: nobody can say.' : `No data since ${time}: nobody can say.`),
    recalled: (time) =>
      time === undefined
        ? 'No connection: nobody can say what is now.'
        : `No connection, kept at ${time}: nobody can say what is now.`,
    lastKnown: (where, when) => `Last known: lightning ${where}${when}.`,
    motion: { closer: 'Coming closer.', further: 'Moving off.', passing: 'Passing by.' },
    arrival: (minutes, from, to, place) =>
      `${place === 'visitor' ? 'With you' : 'There'} in about ${minutes}\u00a0min (8 in 10: ${from} to ${to}).`,
    ifItComes: (minutes, from, to) => `If it comes: in about ${minutes}\u00a0min (8 in 10: ${from} to ${to}).`,
    anyMinute: (place) => (place === 'visitor' ? 'It may be with you any minute.' : 'It may be there any minute.'),
    odds: ({ bound, times, of }) =>
      `${{ about: 'about', less: 'less than', more: 'more than' }[bound]} ${times} in ${of}`,
    chance: (in30, in60) => `Lightning within 10\u00a0km: ${in30} within 30\u00a0min, ${in60} within an hour.`,
    lacks: {
      late: (time) => (time === undefined ? 'Data is late.' : `Data is late, read up to ${time}.`),
      loading: 'Still loading: there may be more, and nearer.',
      gaps: 'Not all of it was read: there may be more, and nearer.',
      partial: 'Some of the sky was not read: there may be more storms.',
      noChance: 'Chances are not told: they have not held lately.',
      noArrival: 'The time is not told: it has not held lately.',
      cellsLate: 'No forecast: data is late.',
      source: 'This source does not see everything.',
    },
    simulated: 'Simulated data.',
  },
  ru: {
    kilometres: (number) => `${number}\u00a0км`,
    directions: [
      'к северу',
      'к северо-востоку',
      'к востоку',
      'к юго-востоку',
      'к югу',
      'к юго-западу',
      'к западу',
      'к северо-западу',
    ],
    where: {
      away: (km, direction, from) =>
        `в ${km} ${direction}${from === 'point' ? ' от точки' : from === 'centre' ? ' от центра карты' : ''}`,
      inside: 'внутри участка',
      here: 'прямо здесь',
      inView: 'на видимой карте',
    },
    ago: (span) => `, ${span} назад`,
    at: (time) => `, в ${time}`,
    seconds: (n) => `${n}\u00a0с`,
    minutes: (n) => `${n}\u00a0мин`,
    over: (minutes, isPast) => {
      if (isPast) return minutes === 60 ? 'за час до этого' : `за ${minutes}\u00a0мин до этого`;
      return minutes === 60 ? 'за последний час' : `за последние ${minutes}\u00a0мин`;
    },
    within: (km) => (km === undefined ? 'на видимой карте' : `ближе ${km}`),
    pastMoment: (time) => `Как было: ${time}.`,
    held: { watch: 'Внимание.', warning: 'Предупреждение.', stop: 'СТОП.' },
    allClear: (time) => `Отбой не раньше ${time}.`,
    lastHeld: {
      watch: 'Последнее известное: внимание.',
      warning: 'Последнее известное: предупреждение. Действуйте так, будто оно в силе.',
      stop: 'Последнее известное: СТОП. Действуйте так, будто он в силе.',
    },
    near: (where, when) => `Молния ${where}${when}.`,
    last: (where, when, movedOff) => `Последняя молния ${where}${when}${movedOff ? ', гроза удаляется' : ''}.`,
    none: (within, over) => `Молний ${within} ${over} нет. Данные полные.`,
    noneFrom: (within, over) => `Сообщений о молниях ${within} ${over} нет, но этот источник видит не всё.`,
    starting: 'Соединение: пока ничего не известно.',
    switching: 'Источник меняется: пока ничего не известно.',
    outside: 'Здесь мы не наблюдаем: сказать ничего нельзя.',
    counted: 'Показано по часам, без отдельных молний.',
    loading: 'Данные ещё загружаются: сказать пока ничего нельзя.',
    unread: 'Прочитано не всё: сказать ничего нельзя.',
    lateSince: (time) =>
      time === undefined
        ? 'Данные запаздывают: что сейчас, сказать нельзя.'
        : `Данные запаздывают, прочитано до ${time}: что было потом, сказать нельзя.`,
    blind: (time) =>
      time === undefined ? 'Нет данных: сказать ничего нельзя.' : `Нет данных с ${time}: сказать ничего нельзя.`,
    recalled: (time) =>
      time === undefined
        ? 'Нет связи: что сейчас, сказать нельзя.'
        : `Нет связи, сохранено в ${time}: что сейчас, сказать нельзя.`,
    lastKnown: (where, when) => `Последнее известное: молния ${where}${when}.`,
    motion: { closer: 'Приближается.', further: 'Удаляется.', passing: 'Проходит стороной.' },
    arrival: (minutes, from, to, place) =>
      `${place === 'visitor' ? 'У вас' : 'Там'} примерно через ${minutes}\u00a0мин (в 8 случаях из 10 — через ${from}–${to}).`,
    ifItComes: (minutes, from, to) =>
      `Если дойдёт, то примерно через ${minutes}\u00a0мин (в 8 случаях из 10 — через ${from}–${to}).`,
    anyMinute: (place) =>
      place === 'visitor' ? 'Может быть у вас с минуты на минуту.' : 'Может быть там с минуты на минуту.',
    odds: ({ bound, times, of }) =>
      bound === 'about'
        ? `примерно ${times} ${shots(times)} из ${of}`
        : bound === 'less'
          ? `меньше ${times} шанса из ${of}`
          : `больше ${times} шансов из ${of}`,
    chance: (in30, in60) => `Молния ближе 10\u00a0км: ${in30} за 30\u00a0мин, ${in60} за час.`,
    lacks: {
      late: (time) => (time === undefined ? 'Данные запаздывают.' : `Данные запаздывают, прочитано до ${time}.`),
      loading: 'Данные ещё загружаются: могут быть и другие молнии, ближе.',
      gaps: 'Прочитано не всё: могут быть и другие молнии, ближе.',
      partial: 'Часть неба не прочитана: гроз может быть больше.',
      noChance: 'Вероятность не указана: в последнее время она не оправдывалась.',
      noArrival: 'Время не указано: в последнее время оно не оправдывалось.',
      cellsLate: 'Прогноза нет: данные запаздывают.',
      source: 'Этот источник видит не всё.',
    },
    simulated: 'Данные симулятора.',
  },
  bg: {
    kilometres: (number) => `${number}\u00a0км`,
    directions: [
      'на север',
      'на североизток',
      'на изток',
      'на югоизток',
      'на юг',
      'на югозапад',
      'на запад',
      'на северозапад',
    ],
    where: {
      away: (km, direction, from) =>
        `на ${km} ${direction}${from === 'point' ? ' от точката' : from === 'centre' ? ' от центъра на картата' : ''}`,
      inside: 'в самия район',
      here: 'точно тук',
      inView: 'на видимата карта',
    },
    ago: (span) => `, преди ${span}`,
    at: (time) => ` в ${time}`,
    seconds: (n) => `${n}\u00a0с`,
    minutes: (n) => `${n}\u00a0мин`,
    over: (minutes, isPast) => {
      if (isPast) return minutes === 60 ? 'в часа преди това' : `в ${minutes}-те\u00a0мин преди това`;
      return minutes === 60 ? 'през последния час' : `през последните ${minutes}\u00a0мин`;
    },
    within: (km) => (km === undefined ? 'на видимата карта' : `на по-малко от ${km}`),
    pastMoment: (time) => `Както беше: ${time}.`,
    held: { watch: 'Внимание.', warning: 'Предупреждение.', stop: 'СТОП.' },
    allClear: (time) => `Отбой не по-рано от ${time}.`,
    lastHeld: {
      watch: 'Последно известно: внимание.',
      warning: 'Последно известно: предупреждение. Действайте, все едно че е в сила.',
      stop: 'Последно известно: СТОП. Действайте, все едно че е в сила.',
    },
    near: (where, when) => `Мълния ${where}${when}.`,
    last: (where, when, movedOff) => `Последна мълния ${where}${when}${movedOff ? ', бурята се отдалечава' : ''}.`,
    none: (within, over) => `Няма мълнии ${within} ${over}. Данните са пълни.`,
    noneFrom: (within, over) => `Няма съобщени мълнии ${within} ${over}, но този източник не вижда всичко.`,
    starting: 'Свързване: още нищо не се знае.',
    switching: 'Източникът се сменя: още нищо не се знае.',
    outside: 'Тук не наблюдаваме: никой не може да каже.',
    counted: 'Показано по часове, без отделни мълнии.',
    loading: 'Данните още се зареждат: засега никой не може да каже.',
    unread: 'Не всичко е прочетено: никой не може да каже.',
    lateSince: (time) =>
      time === undefined
        ? 'Данните закъсняват: какво е сега, никой не може да каже.'
        : `Данните закъсняват, прочетени са до ${time}: какво е станало после, никой не може да каже.`,
    blind: (time) =>
      time === undefined ? 'Няма данни: никой не може да каже.' : `Няма данни от ${time}: никой не може да каже.`,
    recalled: (time) =>
      time === undefined
        ? 'Няма връзка: какво е сега, никой не може да каже.'
        : `Няма връзка, запазено в ${time}: какво е сега, никой не може да каже.`,
    lastKnown: (where, when) => `Последно известно: мълния ${where}${when}.`,
    motion: { closer: 'Приближава.', further: 'Отдалечава се.', passing: 'Минава встрани.' },
    arrival: (minutes, from, to, place) =>
      `${place === 'visitor' ? 'При вас' : 'Там'} след около ${minutes}\u00a0мин (в 8 от 10 случая: след ${from} до ${to}).`,
    ifItComes: (minutes, from, to) =>
      `Ако дойде: след около ${minutes}\u00a0мин (в 8 от 10 случая: след ${from} до ${to}).`,
    anyMinute: (place) => (place === 'visitor' ? 'Може да е при вас всеки момент.' : 'Може да е там всеки момент.'),
    odds: ({ bound, times, of }) => `${{ about: 'около', less: 'под', more: 'над' }[bound]} ${times} от ${of}`,
    chance: (in30, in60) => `Мълния на под 10\u00a0км: ${in30} в следващите 30\u00a0мин, ${in60} в следващия час.`,
    lacks: {
      late: (time) => (time === undefined ? 'Данните закъсняват.' : `Данните закъсняват, прочетени са до ${time}.`),
      loading: 'Данните още се зареждат: може да има и други мълнии, по-близо.',
      gaps: 'Не всичко е прочетено: може да има и други мълнии, по-близо.',
      partial: 'Част от небето не е прочетена: бурите може да са повече.',
      noChance: 'Шансът не е посочен: напоследък не се оправдаваше.',
      noArrival: 'Времето не е посочено: напоследък не се оправдаваше.',
      cellsLate: 'Няма прогноза: данните закъсняват.',
      source: 'Този източник не вижда всичко.',
    },
    simulated: 'Симулирани данни.',
  },
};
