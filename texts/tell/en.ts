import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const tell = {
  title: 'Tell me about lightning near {place:string}',
  thisPlace: 'this place',
  what: 'Messages when lightning comes within {km:number} km, when to take shelter, and at the all-clear. No account.',
  advanced: 'Advanced',
  onDevice: 'On this device',
  noPush: 'Not on this device. {why:string}',
  added: {
    push: 'Added. A test is on its way to this device. If no test appears within a minute, alerts will not reach this device.',
    telegram: 'Added. Open Telegram and press Start within 15 min. Until then no alerts are sent.',
    webhook: 'Added. The webhook must answer a check before alerts are sent.',
  },
  untested: 'The test could not be sent. Send it from the page of the place.',
  works: 'It works: the test has arrived.',
  openTelegram: 'Open Telegram',
  open: '{name:string}: state, distances, mute, stop',
  kept: 'The link is saved on this device. Anyone with it controls this place.',
  more: 'More choices',
  close: 'Close',
} satisfies BaseTranslation;

export default tell;
