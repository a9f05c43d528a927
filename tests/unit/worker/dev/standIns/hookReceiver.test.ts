import { expect, test } from 'vitest';
import { startHookReceiver } from '#worker/dev/standIns/hookReceiver.ts';

const post = async (url: string, message: object) =>
  expect((await fetch(url, { method: 'POST', body: JSON.stringify(message) })).status).toBe(200);

test('[TL10] the stand-in for webhooks ends with an error if it was sent what no schema has, and names the field', async () => {
  const heartbeat = {
    type: 'watch.heartbeat',
    timestamp: '2026-07-01T12:00:00.000Z',
    data: {
      bookId: 'b',
      change: 0,
      level: 'clear',
      previousLevel: 'clear',
      unknown: false,
      decidedAt: '2026-07-01T12:00:00.000Z',
      title: 'Test',
      text: '',
    },
  };
  const well = await startHookReceiver();
  await post(well.urlOf('a'), heartbeat);
  await well.close();
  const ill = await startHookReceiver();
  await post(ill.urlOf('a'), { ...heartbeat, data: { ...heartbeat.data, level: 'amber' } });
  await expect(ill.close()).rejects.toThrow(/watch\.heartbeat: data\.level: .*"stop".* expected/);
});
