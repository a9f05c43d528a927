import grafana from '../../../docs/recipes/grafana-dashboard.json?raw';
import homeAssistant from '../../../docs/recipes/home-assistant.yaml?raw';
import nodeRed from '../../../docs/recipes/node-red.flow.json?raw';
import { atThisSite } from './atThisSite.ts';

/** Configuration to take away, whole; `tests/verify/worker/recipes.test.ts` asks what each asks. */
export const recipeFiles = {
  homeAssistant: atThisSite(homeAssistant),
  nodeRed: atThisSite(nodeRed),
  grafana: atThisSite(grafana),
} as const;
