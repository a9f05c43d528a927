import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { percentile } from './percentile.ts';
import { type TrueStrike, Viewer } from './Viewer.ts';

/** The audience of a load run, in a process of its own. It behaves by its seed and is judged at the end. */
export type AudienceOrder =
  | {
      readonly kind: 'start';
      readonly url: string;
      readonly viewers: number;
      readonly rampMs: number;
      readonly plateauMs: number;
      readonly seed: number;
    }
  | { readonly kind: 'judge'; readonly truth: readonly TrueStrike[] };

export interface AudienceVerdict {
  readonly viewers: number;
  readonly connections: number;
  readonly refusals: number;
  readonly resets: number;
  readonly expected: number;
  readonly missing: number;
  readonly doubled: number;
  readonly foreign: number;
  readonly liveDeliveries: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly acts: Readonly<Record<string, number>>;
}

const VIEWS = [['4/8/5'], ['4/9/5'], ['4/8/5', '4/9/5'], ['4/8/5', '4/8/6', '4/9/5', '4/9/6'], ['4/8/6']];
/** Absences begin in the first half of the plateau and last a quarter of it, so that all are back when judged. */
const ABSENCE_STARTS = 0.5;
const ABSENCE_LASTS = 0.25;

const viewers: Viewer[] = [];
const acts: Record<string, number> = {};

function act(name: string, delayMs: number, run: () => void): void {
  setTimeout(() => {
    acts[name] = (acts[name] ?? 0) + 1;
    run();
  }, delayMs);
}

/** What people do in a storm: half only watch; the others look elsewhere, put the phone away, lose the network, leave. */
function behave(viewer: Viewer, view: () => string[], plateauMs: number, random: () => number): void {
  const when = () => random() * plateauMs;
  const absenceMs = plateauMs * ABSENCE_LASTS;
  const draw = random();
  if (draw < 0.2) for (let pan = 0; pan < 3; pan += 1) act('pan', when(), () => viewer.pan(view()));
  else if (draw < 0.3) {
    const atMs = when() * ABSENCE_STARTS;
    act('sleep', atMs, () => viewer.sleep());
    act('wake', atMs + absenceMs, () => viewer.wake());
  } else if (draw < 0.35) {
    const atMs = when() * ABSENCE_STARTS;
    act('stall', atMs, () => viewer.stall());
    act('resume', atMs + absenceMs, () => viewer.resume());
  } else if (draw < 0.4) act('vanish', when(), () => viewer.vanish());
  else if (draw < 0.43) act('half-close', when(), () => viewer.halfClose());
  else if (draw < 0.5) act('leave', when(), () => viewer.leave());
}

function start({ url, viewers: count, rampMs, plateauMs, seed }: Extract<AudienceOrder, { kind: 'start' }>): void {
  const random = seededRandom(seed);
  const view = () => VIEWS[Math.floor(random() * VIEWS.length)] ?? ['4/9/5'];
  for (let index = 0; index < count; index += 1) {
    setTimeout(
      () => {
        const viewer = new Viewer(url, view(), random);
        viewers.push(viewer);
        behave(viewer, view, plateauMs, random);
      },
      (index / count) * rampMs,
    );
  }
}

function judge(truth: readonly TrueStrike[]): AudienceVerdict {
  const verdicts = viewers.map((viewer) => viewer.judge(truth));
  const sum = (of: (index: number) => number) => viewers.reduce((total, _, index) => total + of(index), 0);
  const delays = verdicts.flatMap(({ delaysMs }) => delaysMs);
  return {
    viewers: viewers.length,
    connections: sum((index) => viewers[index]?.connections ?? 0),
    refusals: sum((index) => viewers[index]?.refusals ?? 0),
    resets: sum((index) => viewers[index]?.resets ?? 0),
    expected: sum((index) => verdicts[index]?.expected ?? 0),
    missing: sum((index) => verdicts[index]?.missing ?? 0),
    doubled: sum((index) => verdicts[index]?.doubled ?? 0),
    foreign: sum((index) => verdicts[index]?.foreign ?? 0),
    liveDeliveries: delays.length,
    p50Ms: percentile(delays, 50),
    p99Ms: percentile(delays, 99),
    acts,
  };
}

process.on('message', (order: AudienceOrder) => {
  if (order.kind === 'start') start(order);
  else process.send?.(judge(order.truth));
});
process.on('disconnect', () => process.exit());
