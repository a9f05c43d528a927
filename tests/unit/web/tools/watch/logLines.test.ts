import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { logLines } from '#web/tools/watch/book/logLines.ts';

const UNTIL_MS = new Date(2026, 6, 1, 14, 5, 6).getTime();
const ENTRIES = [
  { type: 'recipient', name: 'Ана', event: 'muted', untilMs: UNTIL_MS },
  { type: 'recipient', name: 'Ана', event: 'muted', untilMs: UNTIL_MS, untilClear: true },
  { type: 'recipient', name: 'Ана', event: 'escalated', afterMin: 5 },
  { type: 'recipient', name: 'Ана', event: 'added', waitsFor: 'start' },
  { type: 'recipient', name: 'Ана', event: 'heard' },
  { type: 'recipient', name: '', event: 'fire', fire: { id: 'f', km: 20.12, bearing: 90, chance: 0.7 } },
  { type: 'recipient', name: '', event: 'fireCorrected', fire: { id: 'f', km: 5.25, bearing: 90, chance: 0.1 } },
  { type: 'recipient', name: 'Ана', event: 'of a later release' },
];

test('the log says who is muted until when, who was told because nobody confirmed, and of which fire, in every language', async () => {
  const said = await Promise.all(
    LANGUAGES.map(async (language) => {
      await loadTexts(language, ['book']);
      const lines = ENTRIES.map((entry, line) => ({ line, atMs: 0, entry }));
      const shown = logLines(
        lines,
        9,
        textsFor(language),
        () => '',
        () => [],
        language,
      );
      return shown.map(({ sentence }) => sentence).reverse();
    }),
  );
  expect(said).toEqual([
    [
      'Ана is muted until 14:05:06',
      'Ана is muted until the all-clear, until 14:05:06 at the latest',
      'Nobody confirmed within 5 min: Ана was told',
      'Ана: added, waiting for Start in Telegram',
      'Ана has answered and is told from now on',
      'Fire told (distance 20 km): likely lightning',
      'Fire corrected (distance 5.3 km): no longer likely lightning',
    ],
    [
      'Ана: пауза до 14:05:06',
      'Ана: пауза до отбоя, самое позднее до 14:05:06',
      'Ана: получает оповещение, потому что за 5 мин никто не подтвердил тревогу',
      'Ана: добавлено, ждём Start в Telegram',
      'Ана: ответ получен, теперь получает оповещения',
      'Отправлено сообщение о пожаре (расстояние 20 км): вероятно от молнии',
      'Отправлена поправка о пожаре (расстояние 5,3 км): уже не считается вероятно от молнии',
    ],
    [
      'Ана: без известия до 14:05:06',
      'Ана: без известия до отбоя, най-късно до 14:05:06',
      'Ана: получава известие, защото 5 мин никой не потвърди тревогата',
      'Ана: добавено, чака се Start в Telegram',
      'Ана: има отговор, вече получава известия',
      'Изпратено е съобщение за пожар (разстояние 20 км): вероятно от мълния',
      'Изпратена е поправка за пожар (разстояние 5,3 км): вече не се смята за вероятно от мълния',
    ],
  ]);
});
