import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageSignal, pageSignals } from '#web/sky/feed/LiveFeedDeps.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';

/** The parts of a window that signals come from. */
class FakePage extends EventTarget {
  readonly navigator = { onLine: true };
  readonly document = Object.assign(new EventTarget(), { hidden: false });

  hide(hidden: boolean): void {
    this.document.hidden = hidden;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }
}

function watch(neverIdle = false) {
  const page = new FakePage();
  const heard: PageSignal[] = [];
  const signals = pageSignals(page as unknown as Window, systemTimers, () => neverIdle);
  const end = signals.subscribe((signal) => heard.push(signal));
  return { page, heard, end };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[CL5] offline sleeps, online wakes', () => {
  const { page, heard } = watch();
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('online'));
  expect(heard).toEqual(['sleep', 'wake']);
});

test('[CL5] a tab that becomes visible wakes at once, unless it is offline', () => {
  const { page, heard } = watch();
  page.hide(false);
  page.navigator.onLine = false;
  page.hide(false);
  expect(heard).toEqual(['wake']);
});

test('a tab hidden for ten minutes sleeps; one that is looked at in between does not', () => {
  const { page, heard } = watch();
  page.hide(true);
  vi.advanceTimersByTime(599_000);
  page.hide(false);
  page.hide(true);
  vi.advanceTimersByTime(599_000);
  expect(heard).toEqual(['wake']);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['wake', 'sleep']);
});

test('a wall display never sleeps for being hidden', () => {
  const { page, heard } = watch(true);
  page.hide(true);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(heard).toEqual([]);
});

test('a page put away and taken out again by the browser sleeps and wakes', () => {
  const { page, heard } = watch();
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  page.document.dispatchEvent(new Event('freeze'));
  page.document.dispatchEvent(new Event('resume'));
  expect(heard).toEqual(['sleep', 'wake', 'sleep', 'wake']);
});

test('an ended subscription hears nothing more', () => {
  const { page, heard, end } = watch();
  page.hide(true);
  end();
  vi.advanceTimersByTime(3_600_000);
  page.dispatchEvent(new Event('online'));
  expect(heard).toEqual([]);
});
