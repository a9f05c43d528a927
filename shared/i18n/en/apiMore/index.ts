import type { BaseTranslation } from '../../i18n-types.ts';

const apiMore = {
  /** Below “Recipes” on the page of the API. They come with the files, once the page runs. */
  recipe: {
    homeAssistant: {
      does: 'Strikes within 25 km in the last half hour, the nearest one’s distance, and a notification below 10 km.',
      use: 'Enter your place in it, twice. For Home Assistant 2024.10 or newer.',
      dead: 'If data is over two minutes old or incomplete, both sensors are “unavailable”, never 0.',
      caption: 'For configuration.yaml',
    },
    nodeRed: {
      does: '“lightning”, “quiet” or “unknown” each minute, with number and distance; one wire has only the changes.',
      use: 'Enter your place in the node “ask”.',
      dead: 'If data is over two minutes old or incomplete, or no response comes, it reports “unknown”.',
      caption: 'Flow for Node-RED',
    },
    grafana: {
      does: 'Strikes in ten minutes, a map of the last hour, and how far the data is complete.',
      use: 'Needs the Infinity data source. Enter your box in the field at the top.',
      dead: 'A missing bar means no data, a 0 no lightning. While the feed is down, “Feed” shows an error.',
      caption: 'Dashboard for Grafana',
    },
    mqtt: {
      does: 'A bridge to your own MQTT broker: strikes within 25 km, and how many in half an hour.',
      use: 'Needs Node 24 and our client in TypeScript. Home Assistant finds the sensors by itself.',
      dead: 'Unless the feed is live and the half hour is complete, the sensors are “unavailable”, never 0.',
      caption: 'Bridge in TypeScript',
    },
    tried: 'Node-RED was tested in the program itself (4.1.15), Home Assistant and Grafana only on real responses.',
    key: 'Home Assistant, Node-RED and MQTT ask for the last half hour, which you can try without a key. Grafana needs one. Send it in the header {header:string}.',
  },
  embed: {
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

export default apiMore;
