import type { Language } from '#shared/languages.ts';
import * as bg from './bg/serviceWorker.ts';
import type { OfflineTexts, PushTexts } from './dictionaryTypes.ts';
import * as en from './en/serviceWorker.ts';
import * as ru from './ru/serviceWorker.ts';

/** The service worker's answer to a visit when neither the network nor the device has the page. */
export const offlineTexts: Readonly<Record<Language, OfflineTexts>> = {
  en: en.offlineTexts,
  ru: ru.offlineTexts,
  bg: bg.offlineTexts,
};

/** The device's own words beside push messages. */
export const pushTexts: Readonly<Record<Language, PushTexts>> = {
  en: en.pushTexts,
  ru: ru.pushTexts,
  bg: bg.pushTexts,
};
