import { createContext } from 'react';
import type { PublicPage } from './routes.ts';

/** Starts to load a page that will probably be visited next. */
export const PrefetchContext = createContext<(page: PublicPage) => void>(() => undefined);
