import type { ReactNode } from 'react';
import type { Place } from './routes.ts';

/** What stands around every page. `data-chrome` parts disappear while the document element carries `data-wall`. */
export function Layout({ children }: { place: Place; pending: boolean; children: ReactNode }) {
  return <main id="main">{children}</main>;
}
