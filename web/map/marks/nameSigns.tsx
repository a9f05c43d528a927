import type { LngLat, MapGeoJSONFeature, Map as MapLibreMap, Point } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { palettes } from '#web/ground/land/palettes.ts';
import { whenIdle } from '#web/kit/browser/whenIdle.ts';
import { loadNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { NAME_ABOVE_EM, NAME_LAYERS } from '#web/map/basemap/nameLayers.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { overlaps } from '#web/map/strikeLayers/freeRoom.ts';
import { LABELLED } from '#web/map/strikeLayers/MapLines.tsx';
import styles from '../kit/marks.module.css';

/** Its dots lie below the strikes and all lines, its names above both. */
export const nameSigns: LayerPart = {
  name: 'name-signs',
  order: 5,
  lies: 'over-names',
  Layer: NameSigns,
  embedded: true,
};

export const placeNames: LayerPart = { name: 'place-names', order: 90, lies: 'over-strikes', Layer: LoadPlaceNames };

function NameSigns({ screen }: LayerProps) {
  const map = useMap().current?.getMap();
  const names = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const { theme, wall } = screen.query;
  const { label, halo, dot } = palettes[theme];
  useEffect(() => {
    if (!map || !names.current || !dots.current) return;
    const signs = new PlacedSigns(map, names.current, dots.current, wall ? MOST_ON_WALL : Number.POSITIVE_INFINITY);
    return () => signs.remove();
  }, [map, wall]);
  const colours = { '--name': label, '--name-halo': halo, '--dot': dot } as React.CSSProperties;
  return (
    <>
      <div ref={dots} className={styles.nameDots} style={colours} data-dots="" />
      <div ref={names} className={styles.nameSigns} style={colours} data-names="" aria-hidden="true" />
    </>
  );
}

/** As many names as one can read in passing. */
const MOST_ON_WALL = 30;
/** Reading the placed names takes a few milliseconds: this often at most while the map moves. */
const READ_EVERY_MS = 200;

interface Sign {
  readonly element: HTMLElement;
  readonly dot: HTMLElement | undefined;
  readonly at: [longitude: number, latitude: number];
  /** Position of the name relative to its place, as a CSS transform. */
  readonly shift: string;
}

const CENTRED = 'translate(-50%, -50%)';
const ABOVE = `translate(-50%, calc(-100% - max(${NAME_ABOVE_EM}em, var(--dot-size) / 2 + 1px)))`;

/** Of the tiles' classes of population: those of the smallest dot, and of the largest above it. */
const LEAST_SIZE = 25;
const SIZES = 37;

/** A letter's mean width. */
const LETTER_EM = 0.52;

class PlacedSigns {
  private readonly map: MapLibreMap;
  private readonly names: HTMLElement;
  private readonly dots: HTMLElement;
  /** The number of labels to show, the largest first. */
  private readonly most: number;
  private signs = new Map<string, Sign>();
  private readAtMs = 0;
  private asRead: { readonly anchor: LngLat; readonly from: Point; readonly zoom: number };
  /** True if names were placed one by one since they were read. */
  private loose = false;

  constructor(map: MapLibreMap, names: HTMLElement, dots: HTMLElement, most: number) {
    this.map = map;
    this.names = names;
    this.dots = dots;
    this.most = most;
    const anchor = map.getCenter();
    this.asRead = { anchor, from: map.project(anchor), zoom: map.getZoom() };
    map.on('render', this.onRender);
    map.on('idle', this.read);
    map.getContainer().addEventListener(LABELLED, this.read);
  }

  remove(): void {
    this.map.off('render', this.onRender);
    this.map.off('idle', this.read);
    this.map.getContainer().removeEventListener(LABELLED, this.read);
    this.names.replaceChildren();
    this.dots.replaceChildren();
  }

  private readonly onRender = (): void => {
    if (performance.now() - this.readAtMs >= READ_EVERY_MS) this.read();
    else this.follow();
  };

  /** Between two readings all move as one; only in another zoom is each name placed. */
  private follow(): void {
    const { anchor, from, zoom } = this.asRead;
    const { x, y } = this.map.project(anchor);
    const shift = `translate(${Math.round(x - from.x)}px, ${Math.round(y - from.y)}px)`;
    const scale = 2 ** (this.map.getZoom() - zoom);
    this.dots.style.transform = `${shift} scale(${scale})`;
    this.loose ||= scale !== 1;
    this.names.style.transform = this.loose ? 'none' : shift;
    if (this.loose) for (const sign of this.signs.values()) this.place(sign);
  }

  private readonly read = (): void => {
    this.readAtMs = performance.now();
    const layers = NAME_LAYERS.filter((id) => this.map.getLayer(id));
    const signs = new Map<string, Sign>();
    const used = this.labelRects();
    const placed = this.map.queryRenderedFeatures({ layers }).filter((feature) => !this.isOn(used, feature));
    const features = placed.length > this.most ? placed.toSorted((a, b) => weight(b) - weight(a)) : placed;
    for (const feature of features) {
      if (signs.size >= this.most) break;
      const sign = this.signOf(feature);
      if (sign) signs.set(...sign);
    }
    for (const [key, { element, dot }] of this.signs)
      if (!signs.has(key)) {
        element.remove();
        dot?.remove();
      }
    this.signs = signs;
    for (const { style } of [this.dots, this.names])
      style.setProperty('--closer', String((this.map.getZoom() - 4) / 8));
    const anchor = this.map.getCenter();
    const from = this.map.project(anchor);
    this.asRead = { anchor, from, zoom: this.map.getZoom() };
    this.loose = false;
    this.dots.style.transformOrigin = `${from.x}px ${from.y}px`;
    for (const sign of signs.values()) {
      const there = this.place(sign);
      if (sign.dot) sign.dot.style.transform = there + CENTRED;
    }
    this.follow();
  };

  private signOf({ geometry, layer, properties }: MapGeoJSONFeature): [key: string, sign: Sign] | undefined {
    if (geometry.type !== 'Point' || layer.type !== 'symbol') return undefined;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const {
      'text-field': field,
      'text-size': size,
      'text-transform': transform,
      'text-anchor': anchor,
    } = layer.layout ?? {};
    const text = transform === 'uppercase' ? String(field).toUpperCase() : String(field);
    const key = `${text} ${size} ${longitude.toFixed(3)} ${latitude.toFixed(3)}`;
    const held = this.signs.get(key);
    if (held) return [key, held];
    const element = document.createElement('span');
    element.textContent = text;
    element.style.fontSize = `${size}px`;
    this.names.append(element);
    // Only the shipped places say how many people live there.
    const dot = properties.size === undefined ? undefined : document.createElement('i');
    if (dot) {
      const share = String(Math.min(1, Math.max(0, (Number(properties.size) - LEAST_SIZE) / SIZES)));
      for (const { style } of [element, dot]) style.setProperty('--share', share);
      this.dots.append(dot);
    }
    return [key, { element, dot, at: [longitude, latitude], shift: anchor === 'bottom' ? ABOVE : CENTRED }];
  }

  /** Boxes of the labels on lines over the map. */
  private labelRects(): readonly DOMRect[] {
    return [...this.map.getContainer().querySelectorAll('[data-map-label]:not([data-crowded])')].map((label) =>
      label.getBoundingClientRect(),
    );
  }

  /** True if a name would overlap one of the boxes. */
  private isOn(used: readonly DOMRect[], { geometry, layer }: MapGeoJSONFeature): boolean {
    if (used.length === 0 || geometry.type !== 'Point' || layer.type !== 'symbol') return false;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const { left, top } = this.map.getContainer().getBoundingClientRect();
    const { x, y } = this.map.project([longitude, latitude]);
    const { 'text-field': field, 'text-size': size } = layer.layout ?? {};
    const [px, halfPx] = [Number(size), (String(field).length * Number(size) * LETTER_EM) / 2];
    const own = {
      left: left + x - halfPx,
      top: top + y - 1.5 * px,
      right: left + x + halfPx,
      bottom: top + y,
    };
    return used.some((box) => overlaps(box, own));
  }

  private place({ element, at, shift }: Sign): string {
    const { x, y } = this.map.project(at);
    const there = `translate(${Math.round(x)}px, ${Math.round(y)}px) `;
    element.style.transform = there + shift;
    return there;
  }
}

/** Lower ranks first, within one rank those with more people. */
function weight({ properties: { rank, size } }: MapGeoJSONFeature): number {
  return Number(size ?? 0) - 1_000 * Number(rank ?? 9);
}

/** Loads the place names once the map is still and the browser is idle. Renders nothing. */
function LoadPlaceNames() {
  const map = useMap().current;
  useEffect(() => {
    if (!map || savesData()) return;
    const load = () => void whenIdle(() => loadNearestPlaces(), 10_000);
    map.once('idle', load);
    return () => void map.off('idle', load);
  }, [map]);
  return null;
}

function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}
