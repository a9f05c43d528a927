import { createContext, type ReactNode } from 'react';

/** The page's heading. The map, or its replacement, shows it in its first row. */
export const HeadingContext = createContext<ReactNode>(null);
/** Opens the map's own panel; undefined if there is none. */
export const OpenNowContext = createContext<(() => void) | undefined>(undefined);
