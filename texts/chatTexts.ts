import type { Language } from '#shared/languages.ts';

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
      'This chat will be told from now on. /seen confirms an alert, /areas lists what is watched, /test tries it out, /stop ends it.',
    stopped: 'This chat will be told nothing more.',
    areas: (names) => (names.length === 0 ? 'Nothing is watched.' : `Watched: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'There is nothing to confirm.' : `Confirmed: ${names.join(', ')}`),
  },
  ru: {
    started:
      'Теперь сообщения будут приходить в этот чат. /seen — подтвердить тревогу, /areas — что под наблюдением, /test — проверка, /stop — отказ.',
    stopped: 'Сообщений в этот чат больше не будет.',
    areas: (names) => (names.length === 0 ? 'Под наблюдением ничего нет.' : `Под наблюдением: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'Подтверждать нечего.' : `Подтверждено: ${names.join(', ')}`),
  },
  bg: {
    started:
      'Отсега съобщенията ще идват в този чат. /seen потвърждава тревога, /areas показва какво се наблюдава, /test прави проба, /stop спира.',
    stopped: 'В този чат повече няма да има съобщения.',
    areas: (names) => (names.length === 0 ? 'Не се наблюдава нищо.' : `Наблюдава се: ${names.join(', ')}`),
    seen: (names) => (names.length === 0 ? 'Няма нищо за потвърждаване.' : `Потвърдено: ${names.join(', ')}`),
  },
};
