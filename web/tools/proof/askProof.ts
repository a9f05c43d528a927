import { ProofBody } from '#shared/nowcast/ProofBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { type Asked, ask, json } from '#web/kit/http/ask.ts';

/** How right the forecasts were. Never rejects. */
export function askProof(signal: AbortSignal): Promise<Asked<ProofBody>> {
  return ask(apiPaths.proof, json(ProofBody), { signal });
}
