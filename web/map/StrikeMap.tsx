import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { AttributionControl, Map as MapGL, type MapRef, ScaleControl, useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, clampBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { LAND } from '#web/ground/land/groundTiles.ts';
import { displaySize, MAX_ZOOM, type MapView, MIN_ZOOM, wallScale, wallUnit } from '#web/ground/view/mapQuery.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { isChoosing } from '#web/kit/places/mapChoice.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { useVisibleWindow } from '#web/sky/Playhead.ts';
import type { RenderedSky } from '#web/sky/Sky.ts';
import { basemapStyle, beyondRegion, RELIEF_CREDIT } from './basemap/basemapStyle.ts';
import { useTileHealth } from './basemap/tileHealth.ts';
import { TILE_SOURCE } from './basemap/tileLayers.ts';
import { useDetailDue } from './basemap/useDetailDue.ts';
import * as mapLayers from './mapLayers.ts';
import { SimplifiedNote } from './notices/SimplifiedNote.tsx';
import { anchorOf, inOrder, type LayerPart, type LayerProps } from './parts/MapPart.ts';
import { Part } from './parts/Part.tsx';
import type { Screen } from './parts/Screen.ts';
import { visibleBox } from './parts/useMapView.ts';
import { holdFrames } from './renderWatchdog/holdFrames.ts';
import { StrikeFlashes } from './strikeLayers/StrikeFlashes.tsx';
import { StrikeOverlay } from './strikeLayers/StrikeOverlay.tsx';

// Without this the production build renders nothing, because the bundler renames the worker's file.
maplibre.setWorkerUrl(workerUrl);

const { ownTiles } = siteConfig;
const ALL = inOrder<LayerPart>(mapLayers);
const OWN = withAnchors(ALL);
const HOSTED = withAnchors(ALL.filter(({ embedded }) => embedded));

/** Layers, deepest first, and the anchors of their places in the style. */
function withAnchors(layers: readonly LayerPart[]) {
  const anchorsOf = (place: LayerPart['lies']) => layers.filter(({ lies }) => lies === place).map(anchorOf);
  return { layers, anchors: { underNames: anchorsOf('under-names'), overNames: anchorsOf('over-names') } };
}

export interface StrikeMapProps {
  readonly sky: RenderedSky;
  readonly screen: Screen;
  readonly initialView: MapView;
  /** Called with the map, and again if it is recreated. */
  readonly onMap: (map: MapRef) => void;
  /** Called with the view, at first and after every move. */
  readonly onView: (view: MapView, box: BBox) => void;
  /** Called on a click or tap; `reach` is the box within a finger's width of it. */
  readonly onTouch: (at: Position, reach: BBox) => void;
  /** Called with the distance of each new strike in view. */
  readonly onUpdate: (awayKm: readonly number[]) => void;
  readonly onCannotDraw: () => void;
  /** Gesture texts of an embedded map, which leaves scrolling to its page. */
  readonly hosted?: HostedTexts | undefined;
}

export interface HostedTexts {
  readonly windows: string;
  readonly mac: string;
  readonly mobile: string;
}

/** Labels on a wall, whose units are a desktop's pixels: their scale, and the minimum size. */
const WALL_NAMES = { scale: 2.2, least: 30 };
/** Half the width of a finger's touch, in CSS pixels. */
const REACH_PX = 18;

/** The only owner of MapLibre: an uncontrolled map with the strikes over it, and every layer of `mapLayers.ts`. */
function StrikeMap({
  sky,
  screen,
  initialView,
  onMap,
  onView,
  onTouch,
  onUpdate,
  onCannotDraw,
  hosted,
}: StrikeMapProps) {
  const { theme, wall, night } = screen.query;
  const { layers, anchors } = hosted ? HOSTED : OWN;
  const scale = wall ? wallScale(displaySize()) : 1;
  const unit = wallUnit(displaySize());
  const labelScale = wall ? WALL_NAMES.scale * unit : 1;
  const leastLabelPx = wall ? WALL_NAMES.least * unit : 0;
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { LL, locale } = useTexts();
  const { tiles, onSourceData, onError } = useTileHealth(systemClock);
  const detail = useDetailDue(sky.complete);
  const [world, setWorld] = useState(false);
  const onLook = useCallback(
    (view: MapView, box: BBox) => {
      if (beyondRegion(view, box)) setWorld(true);
      onView(view, box);
    },
    [onView],
  );
  const style = useMemo(
    () =>
      basemapStyle({
        theme,
        locale,
        labelScale,
        leastLabelPx,
        tiles: tiles === 'resting' ? 'none' : tiles,
        ownTiles,
        detail,
        world,
        anchors,
      }),
    [theme, locale, labelScale, leastLabelPx, tiles, detail, world, anchors],
  );
  const mapTexts = useMemo(
    () => ({
      'Map.Title': LL.map.region(),
      'AttributionControl.ToggleAttribution': LL.map.attribution(),
      'ScaleControl.Kilometers': LL.map.scale.kilometres(),
      'ScaleControl.Meters': LL.map.scale.metres(),
      ...(hosted && {
        'CooperativeGesturesHandler.WindowsHelpText': hosted.windows,
        'CooperativeGesturesHandler.MacHelpText': hosted.mac,
        'CooperativeGesturesHandler.MobileHelpText': hosted.mobile,
      }),
    }),
    [LL, hosted],
  );
  const { strikes, renderedNowMs, complete, toMs } = sky;
  return (
    <MapGL
      mapLib={maplibre}
      initialViewState={initialView}
      mapStyle={style}
      attributionControl={false}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      maxPitch={0}
      dragRotate={false}
      cooperativeGestures={hosted !== undefined}
      renderWorldCopies={false}
      fadeDuration={0}
      validateStyle={false}
      locale={mapTexts}
      onSourceData={onSourceData}
      onError={(event) => {
        // For a map that was never created, react-map-gl reports an error without a target.
        if (event.error instanceof maplibre.GPUInitializationError) onCannotDraw();
        else onError(event);
        if ('sourceId' in event && event.sourceId === LAND.name) setWorld(true);
      }}
      onClick={({ target, point, lngLat }) => {
        if (isChoosing() || layers.some(({ handlesTap }) => handlesTap?.(target, point))) return;
        const a = target.unproject([point.x - REACH_PX, point.y + REACH_PX]);
        const b = target.unproject([point.x + REACH_PX, point.y - REACH_PX]);
        const reach = { west: a.lng, south: a.lat, east: b.lng, north: b.lat };
        onTouch({ longitude: lngLat.lng, latitude: lngLat.lat }, reach);
      }}
    >
      <ViewReporter onMap={onMap} onView={onLook} />
      <StrikeFlashes
        strikes={strikes}
        nowMs={renderedNowMs}
        complete={complete && toMs === Number.POSITIVE_INFINITY}
        lit={!still && !sky.greyed}
        night={wall ? night : null}
        from={sky.from}
        onUpdate={onUpdate}
      />
      <AttributionControl
        key={wall ? 'wall' : 'map'}
        compact={false}
        customAttribution={RELIEF_CREDIT}
        position={wall ? 'top-right' : 'bottom-right'}
      />
      {!wall && <ScaleControl position="bottom-left" maxWidth={100} />}
      {tiles === 'resting' && <SimplifiedNote />}
      <Window sky={sky} screen={screen} iconScale={scale} layers={layers} />
    </MapGL>
  );
}

/** Memoised, because its parent renders every second. */
export default memo(StrikeMap);

interface WindowProps extends Pick<LayerProps, 'sky' | 'screen'> {
  readonly iconScale: number;
  readonly layers: readonly LayerPart[];
}

/** Only strikes and layers follow the moment while it is dragged: all else would take longer than a frame. */
function Window({ sky, screen, iconScale, layers }: WindowProps) {
  const visibleWindow = useVisibleWindow(screen.moment, sky);
  const { strikes, greyed, complete } = sky;
  const draw = (part: LayerPart) => (
    <Part key={part.name}>
      <part.Layer sky={sky} screen={screen} visible={visibleWindow} beforeId={anchorOf(part)} />
    </Part>
  );
  return (
    <>
      {layers.filter(({ lies }) => lies !== 'over-strikes').map(draw)}
      <StrikeOverlay
        visible={visibleWindow}
        strikes={strikes}
        greyed={greyed}
        complete={complete}
        picked={screen.picked}
        theme={screen.query.theme}
        iconScale={iconScale}
      />
      {layers.filter(({ lies }) => lies === 'over-strikes').map(draw)}
    </>
  );
}

function ViewReporter({ onMap, onView }: Pick<StrikeMapProps, 'onMap' | 'onView'>) {
  const { LL } = useTexts();
  const map = useMap().current;
  useEffect(() => map && holdFrames(map.getMap(), TILE_SOURCE), [map]);
  // MapLibre reads its texts only once; the visitor may change the language later.
  useEffect(() => map?.getCanvas().setAttribute('aria-label', LL.map.region()), [map, LL]);
  useEffect(() => {
    if (!map) return;
    map.getMap().touchZoomRotate.disableRotation();
    map.getMap().keyboard.disableRotation();
    const report = () => {
      const centre = map.getCenter();
      const view = { latitude: centre.lat, longitude: centre.lng, zoom: map.getZoom() };
      onView(view, clampBox(visibleBox(map)));
    };
    report();
    map.on('moveend', report);
    map.on('resize', report);
    // Last: it may move the map at once.
    onMap(map);
    return () => {
      map.off('moveend', report);
      map.off('resize', report);
    };
  }, [map, onMap, onView]);
  return null;
}
