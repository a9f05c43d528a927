import type { ReactNode } from 'react';
import grafana from '../../../docs/recipes/grafana-dashboard.json?raw';
import homeAssistant from '../../../docs/recipes/home-assistant.yaml?raw';
import mqtt from '../../../docs/recipes/mqtt-bridge.ts?raw';
import nodeRed from '../../../docs/recipes/node-red.flow.json?raw';
import pandas from '../../../docs/recipes/strikes.py?raw';
import duckdb from '../../../docs/recipes/strikes.sql?raw';
import receiverInPhp from '../../../docs/recipes/webhook-receiver.php?raw';
import receiverInPython from '../../../docs/recipes/webhook-receiver.py?raw';
import receiverInTypeScript from '../../../docs/recipes/webhook-receiver.ts?raw';
import { atThisSite } from './apiSamples.ts';

export interface RecipeFileProps {
  readonly program: keyof typeof recipeFiles;
  readonly children: (code: string) => ReactNode;
}

export default function RecipeFile({ program, children }: RecipeFileProps) {
  return children(recipeFiles[program]);
}

/**
 * Whole files; `recipes.test.ts` in `tests/verify/worker` runs their requests, `receivers.test.ts` sends to receivers.
 */
const recipeFiles = {
  homeAssistant: atThisSite(homeAssistant),
  nodeRed: atThisSite(nodeRed),
  grafana: atThisSite(grafana),
  mqtt: atThisSite(mqtt),
  pandas: atThisSite(pandas),
  duckdb: atThisSite(duckdb),
  receiverInTypeScript: receiverInTypeScript.trim(),
  receiverInPython: receiverInPython.trim(),
  receiverInPhp: receiverInPhp.trim(),
} as const;
