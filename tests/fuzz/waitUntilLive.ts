import { apiPaths } from '#shared/wire/apiPaths.ts';

const ASK_AGAIN_MS = 500;

/** Resolves once the service's status is good, and rejects when it is not within `patienceMs`. */
export async function waitUntilLive(baseUrl: string, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const answer = await fetch(baseUrl + apiPaths.status);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new Error(`the feed was not live within ${patienceMs} ms`);
}
