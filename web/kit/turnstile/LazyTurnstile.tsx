import { type ComponentProps, lazy, useEffect } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type Widget from './TurnstileWidget.tsx';

type WidgetModule = { readonly default: typeof Widget };

/** Turnstile's widget, loaded when shown. If its code does not load, the proof fails and the page stays. */
export const LazyTurnstile = lazy(() => widgetOrNone(import('./TurnstileWidget.tsx')));

/** Resolves to the widget, or if that does not load to one that only reports the failure. */
export function widgetOrNone(loading: Promise<WidgetModule>): Promise<WidgetModule> {
  return withinChunkTimeout(loading).catch(() => ({ default: NoWidget }) as unknown as WidgetModule);
}

function NoWidget({ onFailed }: Pick<ComponentProps<typeof Widget>, 'onFailed'>) {
  useEffect(() => onFailed?.(), [onFailed]);
  return null;
}
