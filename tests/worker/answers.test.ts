import { describe, expect, test } from 'vitest';
import { securityHeaders } from '#shared/http/securityHeaders.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST, historyProduct } from '#tests/support/historyProduct.ts';
import { startProduct } from '#tests/support/startProduct.ts';

const STRIKE = { id: 'a', latitude: 42.7, longitude: 23.3, atMs: Date.now() - 60_000 };

const product = fileProduct(() => historyProduct([STRIKE]));

const get = (path: string) => fetch(`${product.url}${path}`);

describe('every answer of the API', () => {
  test('carries the site’s security headers and may be read from other origins', async () => {
    for (const path of [
      'strikes',
      'strikes?bbox=13,34,31,48&from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z',
      'strikes/nobody',
      'status',
      'openapi.json',
      'nothing',
    ]) {
      const { headers } = await get(`/api/v1/${path}`);
      expect(headers.get('access-control-allow-origin'), path).toBe('*');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('cross-origin');
      for (const [name, value] of Object.entries(securityHeaders)) {
        if (name !== 'Cross-Origin-Resource-Policy') expect(headers.get(name), `${path}: ${name}`).toBe(value);
      }
    }
  });

  test('of the stream does so too, and asks not to be stored, transformed or held back', async () => {
    const stop = new AbortController();
    const { headers } = await fetch(`${product.url}/api/v1/live?bbox=13,34,31,48`, { signal: stop.signal });
    stop.abort();
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(securityHeaders['Content-Security-Policy']);
  });
});

describe('the status', () => {
  test('is 200 while the home region is read, and counts what there is', async () => {
    const statusOf = async () => {
      const response = await get('/api/v1/status');
      return { status: response.status, body: (await response.json()) as { feed: { seq: number } } };
    };
    await expect.poll(async () => (await statusOf()).body.feed.seq, { timeout: 10_000 }).toBe(1);
    const { status, body } = await statusOf();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, source: 'simulated', feed: { state: 'live', breaker: 'closed' } });
  });

  test('is 503 and says down where the provider never answered: silence is not a quiet sky', async () => {
    const refused = await startProduct({ vars: { ...FAST, PROVIDER_BASE_URL: 'http://127.0.0.1:9' } });
    try {
      const response = await fetch(`${refused.url}/api/v1/status`);
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toContain('application/json');
      const feed = { state: 'down', lastSuccessMs: null, newestStrikeMs: null };
      expect(await response.json()).toMatchObject({ ok: false, feed, strikesLastHour: null });
    } finally {
      await refused.close();
    }
  });
});
