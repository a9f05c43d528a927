import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';

const product = fileProduct(() => startProduct(BUILT_SITE));

/** Asks as a browser does for what a page needs (`no-cors`), or for a page (`navigate`): the platform tells them apart. */
function ask(path: string, mode: 'no-cors' | 'navigate', method = 'GET') {
  return new Promise<{ status: number; caching: string; frames: string; body: string }>((resolve, reject) => {
    const sent = request(product.url + path, { method, headers: { 'sec-fetch-mode': mode } }, async (answer) => {
      let body = '';
      for await (const part of answer.setEncoding('utf8')) body += part;
      const { 'cache-control': caching = '', 'x-frame-options': frames = '' } = answer.headers;
      resolve({ status: answer.statusCode ?? 0, caching, frames: String(frames), body });
    });
    sent.once('error', reject).end();
  });
}

const MISSING = ['/assets/gone-12345678.js', '/og/gone.png', '/icons/gone.png', '/basemap/land/9/9/9', '/bg/nothing'];

describe.each(['no-cors', 'navigate'] as const)('asked with %s', (mode) => {
  test.each(MISSING)('what is missing is not found, and no cache keeps that: %s', async (path) => {
    const { status, caching, frames, body } = await ask(path, mode);
    expect([status, caching, frames]).toEqual([404, 'no-store', 'DENY']);
    expect(body).toContain(path.startsWith('/bg/') ? 'lang="bg"' : 'lang="en"');
    expect(await ask(path, mode, 'HEAD')).toMatchObject({ status: 404, caching: 'no-store', body: '' });
  });

  test('a part of the site that is there is kept for a year', async () => {
    const [name = ''] = await readdir(join(projectRoot, 'dist/assets'));
    const { status, caching } = await ask(`/assets/${name}`, mode);
    expect([status, caching]).toEqual([200, 'public, max-age=31536000, immutable']);
  });
});
