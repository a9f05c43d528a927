import { systemClock } from '#shared/Clock.ts';

const EVERY_MS = 20_000;
const TIMEOUT_MS = 15_000;
/** Content that was not refreshed for this long is marked as old. */
const STALE_MS = 120_000;
/** Older than the data centre caches it: the browser served it from its own cache. */
const RETENTION_MS = 60_000;

/**
 * Refreshes the Worker's HTML of a place while the page is visible: the parts with `data-live`, or all if `slot` holds
 * another place. `onVerdict` receives a changed verdict. Marks the page when it is old. Returns the function that stops
 * it.
 */
export function refresh(slot: HTMLElement, path: string, onVerdict: (text: string) => void): () => void {
  // A page without a place stays unchanged.
  if (slot.dataset.of === path && !slot.querySelector('[data-live]')) return () => undefined;
  const leaving = new AbortController();
  let freshMs = systemClock.now();
  let isAsking = false;
  const reportAge = () => {
    const isStale = systemClock.now() - freshMs > STALE_MS;
    slot.toggleAttribute('data-stale', isStale);
    part(slot, 'stale')?.toggleAttribute('hidden', !isStale);
  };
  const renew = async () => {
    if (isAsking || document.visibilityState === 'hidden') return;
    isAsking = true;
    const page = await request(path, leaving.signal).finally(() => {
      isAsking = false;
    });
    if (leaving.signal.aborted) return;
    if (page) {
      const before = part(slot, 'verdict')?.textContent;
      show(page, slot, path);
      freshMs = systemClock.now();
      const verdict = part(slot, 'verdict')?.textContent;
      if (before !== undefined && verdict && verdict !== before) onVerdict(verdict);
    }
    reportAge();
  };
  const onSeen = () => {
    reportAge();
    void renew();
  };
  const timer = setInterval(onSeen, EVERY_MS);
  document.addEventListener('visibilitychange', onSeen, { signal: leaving.signal });
  const writtenMs = Date.parse(part(slot, 'as-of')?.querySelector('time')?.dateTime ?? '');
  if (slot.dataset.of !== path || Math.abs(freshMs - writtenMs) > RETENTION_MS) void renew();
  return () => {
    clearInterval(timer);
    leaving.abort();
  };
}

function part(slot: ParentNode, name: string): Element | null {
  return slot.querySelector(`[data-part="${name}"]`);
}

interface WrittenPage {
  readonly title: string;
  readonly slot: HTMLElement;
}

/** Undefined if the request fails or returns something else. */
async function request(path: string, leaving: AbortSignal): Promise<WrittenPage | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.any([leaving, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok) return undefined;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const slot = page.querySelector<HTMLElement>('[data-slot="place"]');
    return slot?.dataset.of === path ? { title: page.title, slot } : undefined;
  } catch {
    return undefined;
  }
}

function show({ title, slot: next }: WrittenPage, slot: HTMLElement, path: string): void {
  if (slot.dataset.of !== path) {
    slot.replaceChildren(...next.childNodes);
    slot.dataset.of = path;
    document.title = title;
    return;
  }
  for (const fresh of next.querySelectorAll<HTMLElement>('[data-live]')) {
    slot.querySelector(`[data-live="${fresh.dataset.live}"]`)?.replaceWith(fresh);
  }
}
