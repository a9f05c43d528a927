import { expect, test } from 'vitest';
import type { DrawnState } from '#web/map/drawn/drawnState.ts';
import { FrameWatch, type WatchedMap } from '#web/map/drawn/FrameWatch.ts';

const tell = (listeners: ReadonlySet<() => void>) => {
  for (const listener of listeners) listener();
};

/** A page that paints, or does not, and a map that draws, or does not; the test moves the time. */
function setUp() {
  const page = { paints: true, draws: true, nowMs: 0, frames: 0 };
  const told: DrawnState[] = [];
  let tick = () => {};
  const waiting = new Set<() => void>();
  const listeners = { render: new Set<() => void>(), movestart: new Set<() => void>() };
  const container = Object.assign(new EventTarget(), { contains: () => true });
  const map: WatchedMap = {
    on: (event, listener) => listeners[event].add(listener),
    off: (event, listener) => listeners[event].delete(listener),
    triggerRepaint: () => {
      if (!page.draws) return;
      page.frames += 1;
      waiting.add(() => tell(listeners.render));
    },
    getContainer: () => container as never,
  };
  const timers = {
    after: () => () => {},
    every: (_: number, run: () => void) => {
      tick = run;
      return () => {
        tick = () => {};
      };
    },
  };
  const nextPaint = (act: () => void) => void waiting.add(act);
  const watch = new FrameWatch({ timers, nextPaint, nowMs: () => page.nowMs }, (drawn) => told.push(drawn));
  const paint = () => {
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  };
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      page.nowMs += 1_000;
      tick();
      if (page.paints) paint();
    }
  };
  const move = () => tell(listeners.movestart);
  const happens = (event: string) => void container.dispatchEvent(new Event(event));
  return { page, told, watch, map, pass, move, happens };
}

test('a quiet map that nobody touches is asked for a frame each 10 s, and nothing is said', () => {
  const { page, told, watch, map, pass } = setUp();
  watch.follow(map);
  pass(3_600);
  expect(told).toEqual([]);
  expect(page.frames).toBe(361);
});

test('a map that stops drawing is said to stand still within 20 s, and to draw again as soon as it does', () => {
  const { page, told, watch, map, pass } = setUp();
  watch.follow(map);
  pass(15);
  page.draws = false;
  pass(20);
  expect(told).toEqual(['stopped']);
  page.draws = true;
  pass(10);
  expect(told).toEqual(['stopped', 'drawn']);
});

test('a move that is not drawn is said 10 s later', () => {
  const { page, told, watch, map, pass, move } = setUp();
  watch.follow(map);
  pass(1);
  page.draws = false;
  move();
  pass(9);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual(['stopped']);
});

test('frames of a lost context are no picture', () => {
  const { told, watch, map, pass, happens } = setUp();
  watch.follow(map);
  pass(1);
  happens('webglcontextlost');
  pass(20);
  expect(told).toEqual(['stopped']);
  happens('webglcontextrestored');
  pass(10);
  expect(told).toEqual(['stopped', 'drawn']);
});

test('a hidden tab or a throttled iframe owes no frame, however long it is away', () => {
  const { page, told, watch, map, pass } = setUp();
  watch.follow(map);
  pass(5);
  page.paints = false;
  pass(3_600);
  page.paints = true;
  pass(60);
  expect(told).toEqual([]);
});

test('a map that has drawn nothing 10 s after the page began is late, until it draws', () => {
  const { told, watch, map, pass } = setUp();
  pass(10);
  expect(told).toEqual(['late']);
  watch.follow(map);
  pass(1);
  expect(told).toEqual(['late', 'drawn']);
});

test('without anything to draw with it is said at once, and stays so', () => {
  const { told, watch, pass } = setUp();
  watch.cannotDraw();
  pass(60);
  expect(told).toEqual(['undrawable']);
});

test('nothing is asked for after the watch has ended', () => {
  const { page, watch, map, pass } = setUp();
  watch.follow(map);
  watch.stop();
  pass(60);
  expect(page.frames).toBe(1);
});
