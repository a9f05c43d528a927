import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { type ChangeScript, goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { widenText } from '#tests/e2e/site/soundPage.ts';
import { expect, test } from '#tests/support/journey.ts';

/** The row that is read before the map, at the smallest common phone. */
const MINUTE_MS = 60_000;
const HERE = { latitude: 42.6977, longitude: 23.3219 };
const northOf = (km: number, ageMs: number) => [
  { id: 's1', ordinal: 1, latitude: HERE.latitude + km / 111.195, longitude: HERE.longitude, atMs: Date.now() - ageMs },
];
const lastAt = (agoMs: number) => ({ ...goodFeed(), lastSuccessMs: Date.now() - agoMs });

const STATES = [
  {
    state: 'lightning near a town with a long name, of no place,',
    look: 'view=42.02,22.58,9z',
    script: () => ({
      feed: goodFeed(),
      strikes: [{ id: 's1', ordinal: 1, latitude: 42.0, longitude: 22.56, atMs: Date.now() - 90_000 }],
    }),
    texts: {
      en: /^Lightning 3 km south-west of Makedonska Kamenica, /,
      bg: /^Мълния на 3 км югозападно от Македонска Каменица, /,
      ru: /^Молния в 3 км к юго-западу от /,
    },
  },
  {
    state: 'lightning near',
    script: () => ({ feed: goodFeed(), strikes: northOf(33, 90_000) }),
    texts: { en: /^Lightning 33 km north/, bg: /^Мълния на 33 км на север/, ru: /^Молния в 33 км к северу/ },
  },
  {
    state: 'a level that holds',
    script: () => ({ feed: goodFeed(), strikes: northOf(1.9, 90_000) }),
    texts: {
      en: /^STOP Lightning 1\.9 km north.* Go indoors now\.$/,
      bg: /^СТОП Мълния на 1,9 км.* Влезте на закрито веднага\.$/,
      ru: /^СТОП Молния в 1,9 км.* Немедленно зайдите в помещение\.$/,
    },
  },
  {
    state: 'a quiet sky',
    script: () => ({ feed: goodFeed(), strikes: [] }),
    texts: {
      en: /^No lightning within 100 km in the last hour\.$/,
      bg: /^Няма мълнии до 100 км през последния час\.$/,
      ru: /^Молний в радиусе 100 км за последний час нет\.$/,
    },
  },
  {
    state: 'late data',
    script: () => ({
      feed: { ...lastAt(70_000), state: 'delayed' as const },
      strikes: northOf(33, 4 * MINUTE_MS),
    }),
    texts: { en: /^Not up to date\./, bg: /^Данните закъсняват\./, ru: /^Данные запаздывают\./ },
  },
  {
    state: 'a level while data is late',
    script: () => ({
      feed: { ...lastAt(70_000), state: 'delayed' as const },
      strikes: northOf(12, 4 * MINUTE_MS),
    }),
    texts: {
      en: /^Warning Not up to date\./,
      bg: /^Предупреждение Данните закъсняват\./,
      ru: /^Предупреждение Данные запаздывают\./,
    },
  },
  {
    state: 'no data',
    script: () => ({
      feed: { ...lastAt(20 * MINUTE_MS), state: 'down' as const },
      strikes: northOf(33, 25 * MINUTE_MS),
    }),
    texts: {
      // The first minutes of a day name the day before.
      en: /^No data since (.{5,9}, )?\d\d:\d\d\. There may be lightning nearby\.$/,
      bg: /^Няма данни от (.{5,9}, )?\d\d:\d\d\. Може да има мълнии наблизо\.$/,
      ru: /^Нет данных с (.{5,9}, )?\d\d:\d\d\. Молнии могут быть рядом\.$/,
    },
  },
] as const;

const ROW =
  'in at most two lines on a phone, whole, also in wider letters, beside its heading, and the map does not move';

for (const language of ['en', 'bg', 'ru'] as const) {
  test(`each state of the sky is said ${ROW}, in ${language}`, async ({ page }) => {
    const screen = new MapPage(page);
    const result = page.locator('[data-line="answer"]');
    let change: ChangeScript | undefined;
    let look: string | undefined;
    for (const { state, script, texts: pattern, ...own } of STATES) {
      await test.step(`${state} is said ${ROW}`, async () => {
        const requested = 'look' in own ? own.look : `point=${HERE.latitude},${HERE.longitude}`;
        await page.setViewportSize({ width: 360, height: 740 });
        if (change && look === requested) await change({ ...script(), slices: 'served' });
        else {
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          change = await scriptFeed(page, { ...script(), slices: 'served' });
          await screen.request(`/${language}/map?${requested}`);
          await widenText(page);
        }
        look = requested;
        await expect
          .poll(async () => (await result.textContent())?.replaceAll('\u00a0', ' '), `${state}, ${language}`)
          .toMatch(pattern[language]);
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 740 });
          const {
            lines,
            cut: truncated,
            row,
            reserved,
          } = await result.evaluate((element) => {
            const style = getComputedStyle(element);
            const bar = element.closest('section');
            const room = Number.parseFloat(style.paddingBlockStart) + Number.parseFloat(style.paddingBlockEnd);
            return {
              lines: Math.round((element.clientHeight - room) / Number.parseFloat(style.lineHeight)),
              cut: element.scrollHeight - element.clientHeight,
              row: bar?.getBoundingClientRect().height,
              reserved: bar && Number.parseFloat(getComputedStyle(bar).minBlockSize),
            };
          });
          expect(lines, `${state}, ${width} px`).toBeLessThanOrEqual(2);
          expect(truncated, `${state}, ${width} px`).toBeLessThanOrEqual(1);
          expect(row, `${state}, ${width} px`).toBe(reserved);
          const [title, languages] = await Promise.all(
            [page.locator('h1'), page.locator('header [popovertarget]').last()].map((part) => part.boundingBox()),
          );
          expect((title?.x ?? 0) + (title?.width ?? 0), state).toBeLessThanOrEqual(languages?.x ?? 0);
        }
      });
    }
  });
}
