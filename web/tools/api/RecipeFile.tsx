import type { ReactNode } from 'react';
import grafana from '../../../docs/recipes/grafana-dashboard.json?raw';
import homeAssistant from '../../../docs/recipes/home-assistant.yaml?raw';
import nodeRed from '../../../docs/recipes/node-red.flow.json?raw';
import { atThisSite } from './apiSamples.ts';

interface RecipeFileProps {
  readonly program: keyof typeof recipeFiles;
  readonly children: (code: string) => ReactNode;
}

export default function RecipeFile({ program, children }: RecipeFileProps) {
  return children(recipeFiles[program]);
}

/** Whole configurations; `tests/verify/worker/recipes.test.ts` asks what each asks. */
const recipeFiles = {
  homeAssistant: atThisSite(homeAssistant),
  nodeRed: atThisSite(nodeRed),
  grafana: atThisSite(grafana),
} as const;
