import { describe, expect, test } from 'vitest';
import type { KnownStrike, SourceFault, SourceStandIn } from '#worker/dev/standIns/sources/startSource.ts';
import { SOURCE_FAULTS } from '#worker/dev/standIns/sources/startSource.ts';
import { judgeAnswer } from '#worker/feed/judgeAnswer.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';

/** What each fault is to whoever asked, in every source. */
const JUDGED: Readonly<Record<SourceFault, Partial<ProviderAnswer> & { kind: string }>> = {
  '204': { kind: 'rejected', denied: false },
  '500': { kind: 'failed' },
  '503': { kind: 'paused', retryAfterMs: 120_000 },
  '429': { kind: 'paused', retryAfterMs: 7_000 },
  '401': { kind: 'rejected', denied: true },
  '403': { kind: 'rejected', denied: true },
  '404': { kind: 'rejected', denied: false },
  redirect: { kind: 'rejected', denied: false },
  hang: { kind: 'failed' },
  drip: { kind: 'failed' },
  refuse: { kind: 'failed' },
  cut: { kind: 'failed' },
  half: { kind: 'failed' },
  empty: { kind: 'failed' },
  html: { kind: 'failed' },
  huge: { kind: 'oversized' },
};

const HANG_MS = 300;

interface Started<Twists extends string> {
  readonly standIn: SourceStandIn<Twists> & { add(...strikes: readonly KnownStrike[]): void };
  readonly source: WindowSource;
}

interface Behaviour<Twists extends string> {
  readonly name: string;
  /** Is closed by whoever gives it. */
  readonly start: () => Promise<Started<Twists>>;
  /** The source's own faults. */
  readonly twists: readonly Twists[];
  readonly window: StrikeWindow;
  /** Those in the window, as exactly as the source tells them. */
  readonly strikes: readonly KnownStrike[];
  /** The format has nothing to say of a sky without strikes. */
  readonly emptyIsQuiet?: boolean;
}

/** What every source of windows keeps to, whatever its stand-in does. */
export function describeEveryFault<Twists extends string>({
  name,
  start,
  twists,
  window,
  strikes,
  emptyIsQuiet = false,
}: Behaviour<Twists>): void {
  const usual = SOURCE_FAULTS.filter((fault) => !(emptyIsQuiet && fault === 'empty'));
  describe(`${name}, asked while something is wrong`, () => {
    test.each(usual)('%s is never taken for a quiet sky, and what was sent is not repeated', async (fault) => {
      const { standIn, source } = await start();
      standIn.add(...strikes);
      standIn.fail(fault);
      // Whatever answers at all has all the time of a busy machine.
      const answer = await source.list(window, fault === 'hang' || fault === 'drip' ? HANG_MS : undefined);
      expect(answer).toMatchObject(JUDGED[fault]);
      expect(JSON.stringify(answer)).not.toMatch(/Back soon|<|elsewhere/);
      expect(standIn.asked).toHaveLength(1);
    });

    test('loses nothing and doubles nothing, once every fault has come and gone', async () => {
      const { standIn, source } = await start();
      standIn.add(...strikes);
      const faults = [...usual, ...twists];
      // Once before anything was read, once between right answers.
      standIn.fail(...faults);
      const seen = await readAgain(source, window, faults.length);
      standIn.fail(...faults.toReversed());
      for (const [id, strike] of await readAgain(source, window, faults.length)) seen.set(id, strike);
      const told = ({ atMs, latitude, longitude, detail }: KnownStrike) => ({ atMs, latitude, longitude, detail });
      const sorted = (list: readonly KnownStrike[]) => list.map((one) => JSON.stringify(told(one))).sort();
      expect(sorted([...seen.values()])).toEqual(sorted(strikes));
      expect(standIn.asked.length).toBeGreaterThan(2 * faults.length);
    });

    test('tells the time of the source, or none if there is no valid Date', async () => {
      const { standIn, source } = await start();
      standIn.setClock(14 * 60_000);
      const answer = await source.list(window);
      const aheadMs = answer.kind === 'strikes' ? (answer.providerTimeMs ?? 0) - Date.now() : 0;
      expect(Math.abs(aheadMs - 14 * 60_000)).toBeLessThan(10_000);
      standIn.setClock(null);
      expect(await source.list(window)).toMatchObject({ kind: 'strikes', providerTimeMs: undefined });
    });

    test('that is not there has failed', async () => {
      const { standIn, source } = await start();
      await standIn.close();
      expect(await source.list(window)).toMatchObject({ kind: 'failed' });
    });
  });
}

/** Reads halves of `window` that share a minute, as the Feed would: parts of what was cut, and whatever failed again. */
async function readAgain(source: WindowSource, window: StrikeWindow, faults: number) {
  const seen = new Map<string, KnownStrike>();
  const middleMs = (window.fromMs + window.toMs) / 2;
  const waiting = [
    { ...window, toMs: middleMs + 30_000 },
    { ...window, fromMs: middleMs - 30_000 },
  ];
  for (let calls = 0; waiting.length > 0; calls += 1) {
    if (calls > 100 * faults) throw new Error(`still ${waiting.length} windows to read after ${calls} calls`);
    const asked = waiting.shift() as StrikeWindow;
    const { judgement } = judgeAnswer(await source.list(asked, HANG_MS), asked);
    if (judgement.kind === 'believed' && judgement.skipped.length === 0) {
      for (const strike of judgement.strikes) seen.set(strike.id, strike);
      waiting.push(...judgement.parts);
    } else if (judgement.kind === 'split') waiting.push(...judgement.parts);
    else waiting.push(asked);
  }
  return seen;
}
