import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Picture, PictureOfCells } from './Picture.ts';

/** Changed in a browser only, by what the one map and the one tool beside it show. */
const shown = proxy<{
  picture: ReturnType<typeof ref<Picture | PictureOfCells>> | undefined;
  /** The id of a point that list and map light together. */
  pointed: string | undefined;
  /** No map can be drawn here: what it would show is drawn beside the words. */
  undrawable: boolean;
}>({ picture: undefined, pointed: undefined, undrawable: false });

/** Puts an answer on the map, in place of the one before; the map draws it once it is there. Plain data goes this way only. */
export function showOnMap(picture: Picture | PictureOfCells | undefined): void {
  shown.picture = picture && ref(picture);
  shown.pointed = undefined;
}

/** Called by the map when it finds out whether it can draw. */
export function sayDrawable(drawable: boolean): void {
  shown.undrawable = !drawable;
}

/** Shows a picture on the map for as long as its answer stands. */
export function useOnMap(picture: Picture | PictureOfCells): void {
  useEffect(() => {
    showOnMap(picture);
    return () => showOnMap(undefined);
  }, [picture]);
}

export function useShownPicture(): Picture | undefined {
  const { picture } = useSnapshot(shown);
  return picture && 'shape' in picture ? picture : undefined;
}

export function useShownCells(): PictureOfCells | undefined {
  const { picture } = useSnapshot(shown);
  return picture && 'cells' in picture ? picture : undefined;
}

export function useUndrawable(): boolean {
  return useSnapshot(shown).undrawable;
}

/** For an element that stands for a point, in a list or on the map: pointing at one lights the other. */
export function usePointing(id: string) {
  const isPointed = useSnapshot(shown).pointed === id;
  const point = () => {
    shown.pointed = id;
  };
  const leave = () => {
    if (shown.pointed === id) shown.pointed = undefined;
  };
  return {
    isPointed,
    handlers: { onPointerEnter: point, onPointerLeave: leave, onFocus: point, onBlur: leave },
  };
}
