import type { Language } from '#shared/languages.ts';
import type { Level } from '#shared/watch/Area.ts';

type Alarm = Exclude<Level, 'clear'>;

interface EarlyOdds {
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

/** The words of messages, in the language of the book. Distances come with their unit, times in the book's zone. */
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
  readonly earlyText: (odds: EarlyOdds) => string;
  readonly fire: string;
  readonly fireText: (said: FireSaid) => string;
  readonly fireCorrected: string;
  /** `first` with its date. */
  readonly fireCorrectedText: (said: Omit<FireSaid, 'last' | 'atLeast'>) => string;
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
    ended: 'No longer watched',
    test: 'Test',
    reportedAt: (time) => `It was reported only at ${time}.`,
    correction: 'This corrects what was said before.',
    since: (time) => `It has been so since ${time}.`,
    keepAway: 'Stop work outside and go to a safe place.',
    againText: 'There was lightning within the stop distance again: the time to the all-clear begins anew.',
    loweredTo: {
      watch: 'There is still lightning within the watch distance. This is no all-clear.',
      warning: 'Stop is lifted, but there is still lightning within the warning distance. This is no all-clear.',
    },
    clearText: 'No lightning within the watched distance for the whole waiting time, and the data is complete.',
    sightText: {
      clear: 'Level: Clear.',
      watch: 'Level: Watch.',
      warning: 'Level: Warning.',
      stop: 'Level: Stop.',
    },
    endedText: 'Lightning was near when watching ended. Nothing more will be told from here.',
    testText: 'This is a test. There is nothing to do.',
    missed: {
      watch: (time) => `A watch from ${time} on could not be delivered.`,
      warning: (time) => `A warning from ${time} on could not be delivered.`,
      stop: (time) => `STOP from ${time} on could not be delivered.`,
    },
    unreachable: (name) => `${name} can no longer be reached: nothing is delivered there.`,
    muted: (name, time) => `${name} is muted until ${time}.`,
    mutedUntilClear: (name, time) => `${name} is muted until the all-clear, until ${time} at the latest.`,
    unconfirmed: (minutes) => `You are told because nobody confirmed this within ${minutes} min.`,
    ending: (date) => `Nobody has opened this watch for over a year. Open its panel by ${date}, or watching ends.`,
    notice: 'Notice',
    early: 'Early notice',
    earlyText: ({ times, of, range80 }) => {
      const when = range80
        ? ` If it comes, 8 times in 10 it is between ${range80[0]} and ${range80[1]} min from now.`
        : '';
      return `A storm is approaching: the chance of lightning within 10 km in the next 30 min is about ${times} in ${of}.${when} Often it does not come, and three storms in four come without such a notice: go by the rings.`;
    },
    fire: 'Fire, likely lightning',
    fireText: ({ where, first, last, percent, atLeast }) =>
      `Satellites saw a hotspot ${where}${first === last ? ` at ${first}` : `: first at ${first}, last at ${last}`}. Likely lightning: chance ${atLeast ? 'at least ' : ''}${percent}%; about 4 in 10 of such are not. Not for the protection of life or property.`,
    fireCorrected: 'Correction about a fire',
    fireCorrectedText: ({ where, first, percent }) =>
      `The hotspot ${where}, first seen on ${first}, is no longer likely lightning: the chance is now ${percent}%. It may burn all the same. Not for the protection of life or property.`,
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
    correction: 'Это поправка к тому, что сообщалось раньше.',
    since: (time) => `Так с ${time}.`,
    keepAway: 'Прекратите работы на открытом воздухе и уйдите в укрытие.',
    againText: 'Снова молния в зоне остановки: время до отбоя отсчитывается заново.',
    loweredTo: {
      watch: 'В зоне внимания ещё есть молнии. Это не отбой.',
      warning: 'Остановка снята, но в зоне предупреждения ещё есть молнии. Это не отбой.',
    },
    clearText: 'За всё время ожидания молний в наблюдаемой зоне не было, данные полные.',
    sightText: {
      clear: 'Уровень: чисто.',
      watch: 'Уровень: внимание.',
      warning: 'Уровень: предупреждение.',
      stop: 'Уровень: стоп.',
    },
    endedText: 'Когда наблюдение прекратилось, молнии были близко. Больше отсюда сообщений не будет.',
    testText: 'Это проверка. Делать ничего не нужно.',
    missed: {
      watch: (time) => `Сообщение «внимание» с ${time} доставить не удалось.`,
      warning: (time) => `Предупреждение с ${time} доставить не удалось.`,
      stop: (time) => `СТОП с ${time} доставить не удалось.`,
    },
    unreachable: (name) => `Получатель «${name}» больше недоступен: сообщения туда не доходят.`,
    muted: (name, time) => `Получатель «${name}» отключён до ${time}.`,
    mutedUntilClear: (name, time) => `Получатель «${name}» отключён до отбоя, самое позднее до ${time}.`,
    unconfirmed: (minutes) => `Вы получили это, потому что за ${minutes} мин никто не подтвердил тревогу.`,
    ending: (date) =>
      `Панель этого наблюдения не открывали больше года. Откройте её до ${date}, иначе наблюдение прекратится.`,
    notice: 'К сведению',
    early: 'Раннее уведомление',
    earlyText: ({ times, of, range80 }) => {
      const when = range80 ? ` Если она придёт, то в 8 случаях из 10 — через ${range80[0]}–${range80[1]} мин.` : '';
      return `Приближается гроза: молнии ближе 10 км в следующие 30 мин бывают примерно в ${times} из ${of} таких случаев.${when} Часто гроза не доходит, а три грозы из четырёх приходят без такого уведомления: ориентируйтесь на зоны.`;
    },
    fire: 'Пожар, вероятно от молнии',
    fireText: ({ where, first, last, percent, atLeast }) =>
      `Спутники видели термоточку ${where}${first === last ? `, в ${first}` : `: впервые в ${first}, последний раз в ${last}`}. Вероятно от молнии: ${atLeast ? 'не менее ' : ''}${percent} %; примерно 4 из 10 таких — не от молнии. Не предназначено для защиты жизни и имущества.`,
    fireCorrected: 'Поправка о пожаре',
    fireCorrectedText: ({ where, first, percent }) =>
      `Термоточка ${where}, впервые замеченная ${first}, больше не считается вероятно возникшей от молнии: теперь ${percent} %. Гореть там может всё равно. Не предназначено для защиты жизни и имущества.`,
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
    correction: 'Това поправя казаното преди.',
    since: (time) => `Така е от ${time}.`,
    keepAway: 'Спрете работата на открито и се приберете на безопасно място.',
    againText: 'Отново мълния в зоната за спиране: времето до отбоя започва отначало.',
    loweredTo: {
      watch: 'В зоната за внимание още има мълнии. Това не е отбой.',
      warning: 'Спирането е вдигнато, но в зоната за предупреждение още има мълнии. Това не е отбой.',
    },
    clearText: 'През цялото време на изчакване в наблюдаваната зона нямаше мълнии, а данните са пълни.',
    sightText: {
      clear: 'Ниво: Чисто.',
      watch: 'Ниво: Внимание.',
      warning: 'Ниво: Предупреждение.',
      stop: 'Ниво: Стоп.',
    },
    endedText: 'Когато наблюдението спря, мълниите бяха наблизо. Оттук повече съобщения няма да има.',
    testText: 'Това е проба. Не е нужно да правите нищо.',
    missed: {
      watch: (time) => `Съобщението „внимание“ от ${time} не можа да бъде доставено.`,
      warning: (time) => `Предупреждението от ${time} не можа да бъде доставено.`,
      stop: (time) => `СТОП от ${time} не можа да бъде доставен.`,
    },
    unreachable: (name) => `Получателят „${name}“ вече е недостъпен: там не се доставя нищо.`,
    muted: (name, time) => `Получателят „${name}“ е заглушен до ${time}.`,
    mutedUntilClear: (name, time) => `Получателят „${name}“ е заглушен до отбоя, най-късно до ${time}.`,
    unconfirmed: (minutes) => `Получавате това, защото ${minutes} мин никой не потвърди тревогата.`,
    ending: (date) =>
      `Повече от година никой не е отварял панела на това наблюдение. Отворете го до ${date}, иначе наблюдението ще спре.`,
    notice: 'За сведение',
    early: 'Ранно известие',
    earlyText: ({ times, of, range80 }) => {
      const when = range80 ? ` Ако дойде, в 8 от 10 случая това става след ${range80[0]} до ${range80[1]} мин.` : '';
      return `Приближава буря: в около ${times} от ${of} такива случая в следващите 30 мин пада мълния на по-малко от 10 км.${when} Често бурята не стига дотук, а три от четири бури идват без такова известие: водете се по зоните.`;
    },
    fire: 'Пожар, вероятно от мълния',
    fireText: ({ where, first, last, percent, atLeast }) =>
      `Сателити видяха топлинна точка ${where}${first === last ? ` в ${first}` : `: за пръв път в ${first}, за последно в ${last}`}. Вероятно от мълния: ${atLeast ? 'поне ' : ''}${percent}%; около 4 от 10 такива не са от мълния. Не е предназначено за защита на живот и имущество.`,
    fireCorrected: 'Поправка за пожар',
    fireCorrectedText: ({ where, first, percent }) =>
      `Топлинната точка ${where}, забелязана за пръв път на ${first}, вече не се смята за вероятно от мълния: сега ${percent}%. Въпреки това там може да гори. Не е предназначено за защита на живот и имущество.`,
  },
};
