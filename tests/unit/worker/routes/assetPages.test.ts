import { expect, test } from 'vitest';
import { assetPages } from '#worker/routes/assetPages.ts';

/** Static assets that hold every page, as the platform answers for them. */
const ASSETS = { fetch: (url: URL) => Promise.resolve(new Response(url.pathname)) };
const answerTo = async (path: string) => {
  const answer = await assetPages.request(path, {}, { ASSETS });
  return [answer.status, await answer.text()];
};

test('an address that is no text is not found, and one of an id is the page for it', async () => {
  expect(await answerTo('/map/%E0%A4%A')).toEqual([404, '/404']);
  expect(await answerTo('/bg/map/%E0%A4%A')).toEqual([404, '/bg/404']);
  expect(await answerTo('/map/%D1%8F')).toEqual([200, '/map']);
  expect(await answerTo('/bg/map/a-1')).toEqual([200, '/bg/map']);
});
