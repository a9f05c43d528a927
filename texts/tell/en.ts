import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const tell = {
  title: 'Tell me about lightning near {place:string}',
  thisPlace: 'this place',
  what: 'A message when lightning comes within {km:number} km, when to take shelter, and the all-clear. No account.',
  advanced: 'Advanced',
  onDevice: 'On this device',
  noPush: 'Not on this device. {why:string}',
  added: {
    push: 'Added. A test is on its way to this device. If it shows nothing within a minute, nobody is told here.',
    telegram: 'Added, waiting for Start: open Telegram and press it there within 15 min. Until then nobody is told.',
    webhook: 'Added. The hook must answer a check before it is told anything.',
  },
  untested: 'The test could not be sent: send it from the page of the place.',
  works: 'It works: what we sent has arrived.',
  openTelegram: 'Open Telegram',
  open: '{name:string}: state, distances, mute, stop',
  kept: 'This device keeps the watch link. Whoever has the link has the place: there is no other key.',
  more: 'More choices',
  close: 'Close',
} satisfies BaseTranslation;

export default tell;
