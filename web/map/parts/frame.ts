import { createContext, type ReactNode } from 'react';

/** The page's heading. Whatever stands in the map's room shows it in its first row. */
export const HeadingContext = createContext<ReactNode>(null);
/** Opens the panel of what the map says of now; undefined where the map has no panel. */
export const OpenNowContext = createContext<(() => void) | undefined>(undefined);
