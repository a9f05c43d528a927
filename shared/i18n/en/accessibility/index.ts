import type { BaseTranslation } from '../../i18n-types.ts';

const accessibility = {
  updated: 'Last changed:',
  contents: 'Contents',
  standard: {
    title: 'Standard',
    aim: 'This site aims at EN 301 549 and the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
    state: 'We regard it as partially conformant, because of the limits below.',
    basis: 'This is our own assessment. It rests on the automatic tests below; nobody outside has audited the site.',
  },
  tested: {
    title: 'What is tested',
    axe: 'axe-core checks every public page, the open menu, the form with errors, and the map in a phone and a desktop layout. A violation fails the test.',
    contrast:
      'These checks include the contrast of text, also where you ask for more contrast. In forced colours the palette is yours.',
    sizes:
      'No page scrolls sideways from 320 to 3,840 pixels. At 320 pixels no text is cut off, even with wider letters.',
    focus: 'The keyboard reaches every link and button of the landing page, each with a visible focus.',
    keyboard:
      'By keyboard alone a place is found, a strike opened and shared, a place watched, and a contact message sent. Statistics, reports and look-ups work as well.',
    motion: 'Nothing moves on the landing page if your system asks for less motion.',
    colour: 'On the map, strikes of different age differ for the three kinds of colour blindness too, up to six hours.',
    script: 'Without JavaScript the pages can be read, apart from data that loads later.',
  },
  limits: {
    title: 'Known limits',
    canvas: 'The map is a picture: a screen reader cannot read the strikes drawn on it.',
    text: 'The same facts are there as text. One line says where the nearest lightning is and how current the data is, and is read aloud when it changes.',
    table: 'A table lists up to 50 strikes in view with time, distance, town and coordinates. Storm cells are a list.',
    drawing: 'Drawing an area on the map needs a mouse or a finger. You can type its corners or open a file instead.',
    readers: 'Not tested: screen readers and speech input.',
    english: 'The Privacy Policy and the Terms of Service are in English only.',
  },
  barrier: {
    title: 'Report a barrier',
    text: 'Tell us the page, what you wanted to do, and what stopped you:',
    other: 'You can ask for the same information in another form by the same way.',
  },
} satisfies BaseTranslation;

export default accessibility;
