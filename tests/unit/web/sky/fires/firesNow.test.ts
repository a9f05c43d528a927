import { expect, test } from 'vitest';
import type { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { askFires } from '#web/sky/fires/firesNow.ts';

const fire = (id: string): FireBody => ({
  ...{ id, latitude: 42, longitude: 24, firstSeen: '2026-07-14T10:00:00Z', lastSeen: '2026-07-14T12:00:00Z', frpMw: 5 },
  ...{ static: false, state: 'none', chance: 0, candidates: [] },
});

/** A list of so many pages. Page `n` has the fire `n`, and the one before, which was seen again meanwhile. */
function listOf(pages: number) {
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    const page = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 1);
    const body: FiresBody = {
      fires: [fire(`${page}`), fire(`${page - 1}`)],
      sources: [],
      ...(page < pages ? { next: `${apiPaths.fires}?cursor=${page + 1}` } : {}),
    };
    return Response.json(body);
  };
  return { asked, fetch };
}

const told = async (pages: number) => {
  const { asked, fetch } = listOf(pages);
  const answer = await askFires({ fetch });
  if (!answer.ok) throw new Error(answer.trouble);
  return { asked, ids: answer.value.fires.map(({ id }) => id), next: answer.value.next };
};

test('the list of fires is followed to its end, and has each once', async () => {
  const { asked, ids, next } = await told(3);
  expect(asked).toEqual([apiPaths.fires, `${apiPaths.fires}?cursor=2`, `${apiPaths.fires}?cursor=3`]);
  expect([ids, next]).toEqual([['1', '0', '2', '3'], undefined]);
});

test('a list of more than 5 pages is left there, and says that it goes on', async () => {
  const { asked, next } = await told(9);
  expect([asked.length, next]).toEqual([5, `${apiPaths.fires}?cursor=6`]);
});

test('a page that is refused is no list', async () => {
  const fetch = async (path: string) =>
    path === apiPaths.fires ? listOf(2).fetch(path) : new Response(null, { status: 429 });
  expect(await askFires({ fetch })).toMatchObject({ ok: false, trouble: 'limited' });
});
