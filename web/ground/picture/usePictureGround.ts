import { useEffect, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { loadGazetteer } from '#web/kit/places/gazetteerStore.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { type GroundPiece, loadGround } from './loadGround.ts';

const NOTHING: readonly never[] = [];

/** The ground around the box; empty until it has been loaded, and if it cannot be. */
export function useGround({ west, south, east, north }: BBox): readonly GroundPiece[] {
  const [pieces, setPieces] = useState<readonly GroundPiece[]>(NOTHING);
  useEffect(() => {
    let wanted = true;
    loadGround({ west, south, east, north }).then((loaded) => wanted && setPieces(loaded));
    return () => {
      wanted = false;
    };
  }, [west, south, east, north]);
  return pieces;
}

/** Every place of the gazetteer, those with most people first; empty until it has been loaded, and if it cannot be. */
export function usePlaces(): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>(NOTHING);
  useEffect(() => {
    let wanted = true;
    loadGazetteer().then(
      (loaded) => wanted && setPlaces(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return places;
}
