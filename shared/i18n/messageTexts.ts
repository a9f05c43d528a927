import type { Language } from '#shared/languages.ts';
import type { Level } from '#shared/watch/Area.ts';

type Alarm = Exclude<Level, 'clear'>;

interface EarlyChance {
  readonly times: number;
  readonly of: number;
  readonly range80?: readonly [number, number];
}

/** Where a fire is, when it was first and last seen, and how likely lightning is. */
interface FireSaid {
  readonly where: string;
  readonly first: string;
  readonly last: string;
  readonly percent: number;
  /** Not all lightning before it was read. */
  readonly atLeast: boolean;
}

/** The words of messages, in the language of the watchlist. Distances come with their unit, times in the watchlist's zone. */
export interface MessageTexts {
  readonly exercise: string;
  readonly drill: string;
  readonly raise: Readonly<Record<Alarm, string>>;
  readonly again: string;
  readonly lowered: string;
  readonly clear: string;
  readonly blind: string;
  readonly sight: string;
  readonly ended: string;
  readonly test: string;
  readonly reportedAt: (time: string) => string;
  readonly correction: string;
  readonly since: (time: string) => string;
  readonly keepAway: string;
  readonly againText: string;
  readonly loweredTo: Readonly<Record<'watch' | 'warning', string>>;
  readonly clearText: string;
  readonly sightText: Readonly<Record<Level, string>>;
  readonly endedText: string;
  readonly testText: string;
  readonly missed: Readonly<Record<Alarm, (time: string) => string>>;
  readonly unreachable: (name: string) => string;
  readonly muted: (name: string, time: string) => string;
  readonly mutedUntilClear: (name: string, time: string) => string;
  /** Said to a recipient who is told after others: nobody has confirmed for so long. */
  readonly unconfirmed: (minutes: number) => string;
  readonly ending: (date: string) => string;
  readonly notice: string;
  readonly early: string;
  /** How likely (so many times in so many), between which minutes, and what such a notice is worth. */
  readonly earlyText: (odds: EarlyChance) => string;
  readonly fire: string;
  readonly fireText: (text: FireSaid) => string;
  readonly fireCorrected: string;
  /** `first` with its date. */
  readonly fireCorrectedText: (text: Omit<FireSaid, 'last' | 'atLeast'>) => string;
}

export const messageTexts: Readonly<Record<Language, MessageTexts>> = {
  en: {
    exercise: 'EXERCISE, simulated data',
    drill: 'DRILL',
    raise: { watch: 'Watch', warning: 'Warning', stop: 'STOP' },
    again: 'STOP goes on',
    lowered: 'Lowered',
    clear: 'All clear',
    blind: 'NO DATA',
    sight: 'Data is back',
    ended: 'Monitoring ended',
    test: 'Test',
    reportedAt: (time) => `Reported only at ${time}.`,
    correction: 'Correction.',
    since: (time) => `Since ${time}.`,
    keepAway: 'Stop work outside and go to a safe place.',
    againText: 'Lightning again within the stop distance: the wait restarts.',
    loweredTo: {
      watch: 'There is still lightning within the watch distance. Not an all-clear.',
      warning: 'Stop is lifted, but there is still lightning within the warning distance. Not an all-clear.',
    },
    clearText: 'No lightning within the distance for the full wait. Data complete.',
    sightText: {
      clear: 'Level: Clear.',
      watch: 'Level: Watch.',
      warning: 'Level: Warning.',
      stop: 'Level: Stop.',
    },
    endedText: 'Monitoring ended with lightning nearby. No further alerts.',
    testText: 'This is a test. There is nothing to do.',
    missed: {
      watch: (time) => `A watch from ${time} on could not be delivered.`,
      warning: (time) => `A warning from ${time} on could not be delivered.`,
      stop: (time) => `STOP from ${time} on could not be delivered.`,
    },
    unreachable: (name) => `${name} is unreachable.`,
    muted: (name, time) => `${name} is muted until ${time}.`,
    mutedUntilClear: (name, time) => `${name} is muted until the all-clear, until ${time} at the latest.`,
    unconfirmed: (minutes) => `Nobody confirmed within ${minutes} min.`,
    ending: (date) => `Nobody has opened this watch for over a year. Open its panel by ${date}, or monitoring ends.`,
    notice: 'Notice',
    early: 'Early notice',
    earlyText: ({ times, of, range80 }) => {
      const when = range80 ? ` If it comes, 8 times in 10 it is ${range80[0]} to ${range80[1]} min from now.` : '';
      return `Storm approaching: about ${times} in ${of} chance within 10 km in 30 min.${when} Often wrong. Rely on your alert distances.`;
    },
    fire: 'Fire, likely lightning',
    fireText: ({ where, first, last, percent, atLeast }) =>
      `Satellites saw a hotspot ${where}${first === last ? ` at ${first}` : `: first at ${first}, last at ${last}`}. Likely lightning: chance ${atLeast ? 'at least ' : ''}${percent}%; about 4 in 10 are not. Not for the protection of life or property.`,
    fireCorrected: 'Correction about a fire',
    fireCorrectedText: ({ where, first, percent }) =>
      `The hotspot ${where}, first seen on ${first}, is no longer likely lightning: the chance is now ${percent}%. It may still burn. Not for the protection of life or property.`,
  },
  ru: {
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
  },
  bg: {
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
  },
};

interface ChatTexts {
  readonly started: string;
  readonly stopped: string;
  readonly areas: (names: readonly string[]) => string;
  /** Names the areas whose alerts were confirmed. */
  readonly seen: (names: readonly string[]) => string;
}

export const chatTexts: Readonly<Record<Language, ChatTexts>> = {
  en: {
    started:
      'This chat now receives alerts. /seen confirms an alert, /areas lists watched places, /test sends a test, /stop ends alerts.',
    stopped: 'Alerts stopped.',
    areas: (names) => (names.length === 0 ? 'No places are watched.' : `Watched: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'Nothing to confirm.' : `Confirmed: ${names.join(', ')}`),
  },
  ru: {
    started:
      'Этот чат теперь получает оповещения. /seen — подтвердить тревогу, /areas — места под наблюдением, /test — проба, /stop — прекратить.',
    stopped: 'Оповещения прекращены.',
    areas: (names) => (names.length === 0 ? 'Под наблюдением ничего нет.' : `Под наблюдением: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'Подтверждать нечего.' : `Подтверждено: ${names.join(', ')}`),
  },
  bg: {
    started:
      'Този чат вече получава известия. /seen потвърждава тревога, /areas показва наблюдаваните места, /test изпраща проба, /stop спира известията.',
    stopped: 'Известията са спрени.',
    areas: (names) => (names.length === 0 ? 'Не се наблюдава нищо.' : `Наблюдава се: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'Няма нищо за потвърждаване.' : `Потвърдено: ${names.join(', ')}`),
  },
};

interface FeedTexts {
  readonly feed: string;
  readonly lightning: string;
  readonly noData: string;
  readonly restriction: string;
}

export const feedTexts: Readonly<Record<Language, FeedTexts>> = {
  en: {
    feed: 'Lightning near the watched areas',
    lightning: 'Lightning',
    noData: 'No lightning data',
    restriction: 'For holders of this link only. Information, not an official warning.',
  },
  ru: {
    feed: 'Молнии вблизи участков под наблюдением',
    lightning: 'Молнии',
    noData: 'Нет данных о молниях',
    restriction: 'Только для тех, у кого есть эта ссылка. Это информация, а не официальное предупреждение.',
  },
  bg: {
    feed: 'Мълнии близо до наблюдаваните райони',
    lightning: 'Мълнии',
    noData: 'Няма данни за мълнии',
    restriction: 'Само за хора с тази връзка. Това е информация, а не официално предупреждение.',
  },
};
