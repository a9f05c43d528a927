import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const tell = {
  title: 'Tell me about lightning near {place:string}',
  thisPlace: 'this place',
  what: 'A message when lightning comes within {km:number} km, when to take shelter, and the all-clear. No account.',
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
  draw: {
    from: 'Where',
    froms: {
      place: 'Nearest known place',
      centre: 'Middle of the map',
      tap: 'Tap on the map',
      visitor: 'My position',
      line: 'Draw a line',
      polygon: 'Draw an area',
    },
    hints: {
      place: 'Move the map: the place is the one nearest to its middle, or where you are.',
      centre: 'Move the map: the place is its middle.',
      tap: 'Tap on the map where the place is.',
      visitor: 'The place is where you are.',
      line: 'Tap the corners of the line. Tap the last one again to end it.',
      polygon: 'Tap the corners of the area. Tap the first one again to end it.',
      done: 'Distances count from the edge of what you drew.',
    },
    corner: 'Corner in the middle of the map',
    again: 'Draw again',
    ring: '{level:string}: {km:number} km',
    handle: 'Distance on the map: {level:string}',
    dwell: 'Wait after the last strike: {min:number} min',
    missing: 'Choose the place first.',
    panel: 'Open the panel',
    close: 'Close',
    loading: 'Opening…',
  },
} satisfies BaseTranslation;

export default tell;
