import { inEachLanguage } from '#shared/languages.ts';
import * as bg from './bg/serviceWorker.ts';
import * as en from './en/serviceWorker.ts';
import * as ru from './ru/serviceWorker.ts';

const dictionaries = { en, ru, bg };

/** The service worker's answer to a visit when neither the network nor the device has the page. */
export const offlineTexts = inEachLanguage((language) => dictionaries[language].offlineTexts);
/** The device's own words beside push messages. */
export const pushTexts = inEachLanguage((language) => dictionaries[language].pushTexts);
