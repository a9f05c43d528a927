import type { BaseTranslation } from '#texts/made/i18n-types.ts';

/** The embedded map, and the form that makes its HTML. */
const embed = {
  full: 'Full map: {site:string}',
  gestures: {
    windows: 'Use Ctrl + scroll to zoom the map',
    mac: 'Use ⌘ + scroll to zoom the map',
    mobile: 'Use two fingers to move the map',
  },
  maker: {
    about: 'Copy these lines into your page. They contain no script. Please keep the link below the map.',
    size: 'Size',
    sizes: { small: 'Small, 300 × 200', medium: 'Medium, 480 × 360', large: 'As wide as the page' },
    language: 'Language',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    range: 'Strikes of the last',
    minutes: '{n:number} minutes',
    hours: '{n:number} {{hour|hours}}',
    area: 'Area',
    areas: {
      region: 'All of the Balkans',
      bulgaria: 'Bulgaria',
      greece: 'Greece',
      serbia: 'Serbia',
      romania: 'Romania',
    },
    snippet: 'HTML to copy',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Your browser does not allow copying. Select the lines and copy them.',
    show: 'Show a preview',
    hide: 'Hide the preview',
  },
} satisfies BaseTranslation;

export default embed;
