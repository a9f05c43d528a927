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
