import * as v from 'valibot';
import { ProofBody } from '#shared/nowcast/proof/ProofBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { type Asked, askApi } from '#web/kit/http/askApi.ts';

/** How right the forecasts were. Never rejects. */
export async function askProof(signal: AbortSignal): Promise<Asked<ProofBody>> {
  const asked = await askApi(apiPaths.proof, signal, (response) => response.json());
  if (!asked.ok) return asked;
  const body = v.safeParse(ProofBody, asked.value);
  return body.success ? { ok: true, value: body.output } : { ok: false, trouble: 'unreadable' };
}
