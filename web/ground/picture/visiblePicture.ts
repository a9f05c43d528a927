import { type PointerEvent, useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Picture, PictureOfAreas } from './Picture.ts';

/** Client-side only: changed by the one map and the one tool next to it. */
const visible = proxy<{
  picture: ReturnType<typeof ref<Picture | PictureOfAreas>> | undefined;
  /** The id of a point or an area that list and map highlight together. */
  pointed: string | undefined;
  /** True if its line in the list should scroll into view. */
  sought: boolean;
  /** True if the map cannot render: a picture next to the text replaces it. */
  undrawable: boolean;
}>({ picture: undefined, pointed: undefined, sought: false, undrawable: false });

/** Replaces the picture on the map; the map renders it once it is loaded. For plain data only. */
export function showOnMap(picture: Picture | PictureOfAreas | undefined): void {
  visible.picture = picture && ref(picture);
  setPointed(undefined);
}

/** Called by the map once it knows whether it can render. */
export function reportDrawable(drawable: boolean): void {
  visible.undrawable = !drawable;
}

/** Shows a picture on the map while its result is mounted. */
export function useOnMap(picture: Picture | PictureOfAreas): void {
  useEffect(() => {
    showOnMap(picture);
    return () => showOnMap(undefined);
  }, [picture]);
}

export function useVisiblePicture(): Picture | undefined {
  const { picture } = useSnapshot(visible);
  return picture && 'shape' in picture ? picture : undefined;
}

export function useVisibleAreas(): PictureOfAreas | undefined {
  const { picture } = useSnapshot(visible);
  return picture && 'areas' in picture ? picture : undefined;
}

export function useUndrawable(): boolean {
  return useSnapshot(visible).undrawable;
}

/** Highlights this id in the list and on the map; undefined clears it. From the map its line may be `sought`. */
export function setPointed(id: string | undefined, sought = false): void {
  visible.pointed = id;
  visible.sought = sought;
}

/** `sought`: it was pointed at on the map, so its line should scroll into view. */
export function usePointed(): { readonly pointed: string | undefined; readonly sought: boolean } {
  return useSnapshot(visible);
}

/** Props of an element for a point, in a list or on the map: pointing at one highlights the other. */
export function usePointing(id: string, seeks = false) {
  const point = () => setPointed(id, seeks);
  const leave = () => {
    if (visible.pointed === id) setPointed(undefined);
  };
  return {
    isPointed: usePointed().pointed === id,
    handlers: {
      onPointerEnter: point,
      // Lifting a finger ends a press, so the pressed point stays highlighted.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && leave(),
      onFocus: point,
      onBlur: leave,
    },
  };
}
