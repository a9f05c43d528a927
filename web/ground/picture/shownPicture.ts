import { type PointerEvent, useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Picture, PictureOfAreas } from './Picture.ts';

/** Changed in a browser only, by what the one map and the one tool beside it show. */
const shown = proxy<{
  picture: ReturnType<typeof ref<Picture | PictureOfAreas>> | undefined;
  /** The id of a point or an area that list and map light together. */
  pointed: string | undefined;
  /** Its line in the list is to come into view. */
  sought: boolean;
  /** No map can be drawn here: what it would show is drawn beside the words. */
  undrawable: boolean;
}>({ picture: undefined, pointed: undefined, sought: false, undrawable: false });

/** Puts an answer on the map, in place of the one before; the map draws it once it is there. Plain data goes this way only. */
export function showOnMap(picture: Picture | PictureOfAreas | undefined): void {
  shown.picture = picture && ref(picture);
  setPointed(undefined);
}

/** Called by the map when it finds out whether it can draw. */
export function sayDrawable(drawable: boolean): void {
  shown.undrawable = !drawable;
}

/** Shows a picture on the map for as long as its answer stands. */
export function useOnMap(picture: Picture | PictureOfAreas): void {
  useEffect(() => {
    showOnMap(picture);
    return () => showOnMap(undefined);
  }, [picture]);
}

export function useShownPicture(): Picture | undefined {
  const { picture } = useSnapshot(shown);
  return picture && 'shape' in picture ? picture : undefined;
}

export function useShownAreas(): PictureOfAreas | undefined {
  const { picture } = useSnapshot(shown);
  return picture && 'areas' in picture ? picture : undefined;
}

export function useUndrawable(): boolean {
  return useSnapshot(shown).undrawable;
}

/** Lights what has this id, in the list and on the map; nothing if undefined. From the map its line may be `sought`. */
export function setPointed(id: string | undefined, sought = false): void {
  shown.pointed = id;
  shown.sought = sought;
}

/** `sought`: it was pointed at on the map, so its line is to come into view. */
export function usePointed(): { readonly pointed: string | undefined; readonly sought: boolean } {
  return useSnapshot(shown);
}

/** For an element that stands for a point, in a list or on the map: pointing at one lights the other. */
export function usePointing(id: string, seeks = false) {
  const point = () => setPointed(id, seeks);
  const leave = () => {
    if (shown.pointed === id) setPointed(undefined);
  };
  return {
    isPointed: usePointed().pointed === id,
    handlers: {
      onPointerEnter: point,
      // A finger that has pressed is lifted: what it pressed stays lit.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && leave(),
      onFocus: point,
      onBlur: leave,
    },
  };
}
