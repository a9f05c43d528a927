import { expect, test, vi } from 'vitest';
import { fetchWithRetry } from '#web/kit/http/fetchWithRetry.ts';

function means(answers: readonly (number | Error)[]) {
  const left = [...answers];
  const fetch = vi.fn(async () => {
    const answer = left.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
    return new Response(null, { status: answer });
  });
  const wait = vi.fn(async () => undefined);
  return { fetch, wait };
}

const down = new TypeError('Failed to fetch');

test('an answer below 500 is returned at once, good or bad', async () => {
  for (const status of [202, 400, 404, 429]) {
    const { fetch, wait } = means([status]);
    expect((await fetchWithRetry('/x', {}, { fetch, wait })).status).toBe(status);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(wait).not.toHaveBeenCalled();
  }
});

test('without an answer, or with 500 and above, the call is repeated after 2, 4 and 8 s', async () => {
  const { fetch, wait } = means([503, down, 500, 202]);
  expect((await fetchWithRetry('/x', {}, { fetch, wait })).status).toBe(202);
  expect(wait.mock.calls).toEqual([[2_000], [4_000], [8_000]]);
});

test('after three retries the failure is the caller’s to handle', async () => {
  const silent = means([down, down, down, down]);
  await expect(fetchWithRetry('/x', {}, silent)).rejects.toBe(down);
  expect(silent.fetch).toHaveBeenCalledTimes(4);
  const failing = means([500, 500, 500, 502]);
  expect((await fetchWithRetry('/x', {}, failing)).status).toBe(502);
});
