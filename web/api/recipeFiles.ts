import { siteConfig } from '#web/settings/siteConfig.ts';
import grafana from '../../docs/recipes/grafana-dashboard.json?raw';
import homeAssistant from '../../docs/recipes/home-assistant.yaml?raw';
import nodeRed from '../../docs/recipes/node-red.flow.json?raw';

/** Stands in the files for the site's own address. */
const PLACEHOLDER = 'https://lightning.example';

const here = (text: string) => text.replaceAll(PLACEHOLDER, siteConfig.origin).trim();

/** Configuration to take away, whole; `tests/worker/api/recipes.test.ts` asks what each asks. */
export const recipeFiles = {
  homeAssistant: here(homeAssistant),
  nodeRed: here(nodeRed),
  grafana: here(grafana),
} as const;
