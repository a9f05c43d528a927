import type { OfflineTexts, PushTexts } from '../dictionaryTypes.ts';

export const offlineTexts: OfflineTexts = {
  title: 'No connection',
  text: 'This page is not saved on this device. If you opened the map here before, it is, with the last known strikes.',
  map: 'Open the map',
};

export const pushTexts: PushTexts = {
  unreadable: ['Alert about a watched place', 'The message cannot be read. Open the page for the current state.'],
  ended: [
    'Alerts may have stopped here',
    'The browser changed this device’s push subscription. Open the page to renew it.',
  ],
  late: (age) => `Arrived ${age} late.`,
  units: ['min', 'h'],
};
