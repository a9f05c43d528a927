import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';

type OnFeature = (id: string | undefined) => void;

/** Follows the pointer over a layer: the id of the topmost feature below it, or undefined if there is none. */
export function usePointingAt(layer: string, onOver: OnFeature, onPress: OnFeature): void {
  const map = useMap().current?.getMap();
  const latest = useRef({ onOver, onPress });
  latest.current = { onOver, onPress };
  useEffect(() => {
    if (!map) return;
    const over = map.on('mousemove', layer, ({ features }) => latest.current.onOver(idOf(features)));
    const out = map.on('mouseleave', layer, () => latest.current.onOver(undefined));
    const press = map.on('click', layer, ({ features }) => latest.current.onPress(idOf(features)));
    return () => {
      for (const listener of [over, out, press]) listener.unsubscribe();
    };
  }, [map, layer]);
}

function idOf(features: readonly { readonly properties: { readonly id?: unknown } }[] | undefined): string | undefined {
  const id = features?.[0]?.properties.id;
  return typeof id === 'string' ? id : undefined;
}
