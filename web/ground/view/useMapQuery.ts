import { useCallback } from 'react';
import { type MapQuery, mapAddress } from './mapQuery.ts';
import { type HistoryStep, useAddressPart } from './useAddressPart.ts';

export type ChangeQuery = (part: Partial<MapQuery>, step: HistoryStep) => void;

export function useMapQuery(): [MapQuery, ChangeQuery] {
  const [query, change] = useAddressPart(mapAddress);
  const changePart = useCallback<ChangeQuery>(
    (part, step) => change((present) => ({ ...present, ...part }), step),
    [change],
  );
  return [query, changePart];
}
