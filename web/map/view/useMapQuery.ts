import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatMapQuery, type MapQuery, parseMapQuery } from './mapQuery.ts';

/** The map's part of the address, and how to change it: what a visitor chose is a step back, moving about is not. */
export function useMapQuery(): [MapQuery, (part: Partial<MapQuery>, step: 'push' | 'replace') => void] {
  const search = useSearch();
  const [pathname, navigate] = useLocation();
  const query = useMemo(() => parseMapQuery(search), [search]);
  const change = useCallback(
    (part: Partial<MapQuery>, step: 'push' | 'replace') => {
      const next = formatMapQuery({ ...parseMapQuery(window.location.search), ...part });
      navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: step === 'replace' });
    },
    [navigate, pathname],
  );
  return [query, change];
}
