import type { ProofBody } from '#shared/nowcast/ProofBody.ts';

/** The Nowcast object's part of `GET /api/v1/proof`: all but the Feed's. */
export type NowcastProof = Omit<ProofBody, 'source' | 'feed'> & { readonly uptime: ProofBody['feed']['uptime'] };
