import { expect, test } from 'vitest';
import { ChunkLoadError } from '#web/kit/browser/loadChunks.ts';
import { widgetOrNone } from '#web/kit/turnstile/LazyTurnstile.tsx';

test('a Turnstile whose code does not load is a widget without proof, and no fault of the page', async () => {
  const { default: None } = await widgetOrNone(Promise.reject(new ChunkLoadError('aborted')));
  expect(None.name).toBe('NoWidget');
});
