import type { BaseTranslation } from '#texts/made/i18n-types.ts';

/** Below “Recipes” on the page of the API. They come with the files, once the page runs. */
const recipe = {
  homeAssistant: {
    does: 'Strikes within 25 km in the last half hour, the nearest one’s distance, and a notification below 10 km.',
    use: 'Write your place in it, twice. For Home Assistant 2024.10 or newer.',
    dead: 'Once what was read is two minutes old or has gaps, both sensors are “unavailable”, never 0.',
    caption: 'For configuration.yaml',
  },
  nodeRed: {
    does: '“lightning”, “quiet” or “unread” each minute, with number and distance; one wire has only the changes.',
    use: 'Write your place in the node “ask”.',
    dead: 'Once what was read is two minutes old or has gaps, or if no answer comes, it says “unread”.',
    caption: 'Flow for Node-RED',
  },
  grafana: {
    does: 'Strikes in ten minutes, a map of the last hour, and up to when the data was read.',
    use: 'Needs the Infinity data source. Write your box in the field on top.',
    dead: 'A missing bar was not read, a 0 was a quiet sky. While the feed is down, “Feed” shows an error.',
    caption: 'Dashboard for Grafana',
  },
  mqtt: {
    does: 'A bridge to your own MQTT broker: strikes within 25 km, and how many in half an hour.',
    use: 'Needs Node 24 and our client in TypeScript. Home Assistant finds the sensors by itself.',
    dead: 'Unless the feed is live and the half hour was read whole, the sensors are “unavailable”, never 0.',
    caption: 'Bridge in TypeScript',
  },
  tried: 'Node-RED was tried in the program itself (4.1.15), Home Assistant and Grafana on real answers only so far.',
  key: 'They work without a key. If you have one, send it in the header {header:string}.',
} satisfies BaseTranslation;

export default recipe;
