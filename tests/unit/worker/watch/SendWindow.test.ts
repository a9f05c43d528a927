import { expect, test } from 'vitest';
import type { Attempt } from '#worker/watch/deliver/Attempt.ts';
import { SendWindow } from '#worker/watch/deliver/SendWindow.ts';

const NOW = Date.UTC(2026, 6, 1, 12);

test('what is under way begins narrow, is doubled by each round of answers, and halved by a time-out once a try', () => {
  const window = new SendWindow(5_000);
  const late: Attempt = { kind: 'unreachable', reason: 'timeout' };
  const accepted: Attempt = { kind: 'accepted' };
  for (const room of [24, 48, 96, 192, 240]) {
    expect(window.room).toBe(room);
    window.begin(room);
    expect(window.room).toBe(0);
    window.end(Array(room).fill(accepted), NOW);
  }
  window.begin(240);
  window.end(Array(120).fill(late), NOW);
  window.end(Array(120).fill(late), NOW + 1_000);
  expect(window.room).toBe(120);
  for (let tries = 1; tries < 9; tries += 1) {
    window.begin(1);
    window.end([late], NOW + tries * 5_000);
  }
  expect(window.room).toBe(6);
  window.begin(6);
  window.end(Array(6).fill(accepted), NOW);
  expect(window.room).toBe(12);
});
