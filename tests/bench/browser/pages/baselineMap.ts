/// <reference types="vite/client" />
import { Deck } from '@deck.gl/core';
import { ScatterplotLayer } from '@deck.gl/layers';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { ageNaively, COLOURS } from '#tests/bench/storeFigures.ts';
import type { ProviderEvent } from '#tests/bench/stormStrikes.ts';

/**
 * A map as one would first write it: ask for the window as JSON, give the objects to a layer with accessors. Nothing
 * else is on the page: no header, no text, no languages, no land. It marks its first drawn strikes as the product does.
 */
maplibre.setWorkerUrl(workerUrl);

const map = new maplibre.Map({
  container: 'map',
  center: [22, 42.5],
  zoom: 5,
  attributionControl: false,
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#eee' } }],
  },
});
const overlay = new Deck({
  parent: map.getContainer() as HTMLDivElement,
  initialViewState: { longitude: 22, latitude: 42.5, zoom: 5 },
  controller: false,
});

const response = await fetch('/strikes.json');
const { events } = (await response.json()) as { events: ProviderEvent[] };
const aged = ageNaively(events, Date.now());
overlay.setProps({
  layers: [
    new ScatterplotLayer({
      id: 'strikes',
      data: aged,
      getPosition: ({ longitude, latitude }) => [longitude, latitude],
      getFillColor: ({ ageClass }) => [...COLOURS[ageClass as keyof typeof COLOURS]],
      getRadius: 8,
      radiusUnits: 'pixels',
    }),
  ],
  onAfterRender: () => {
    map.getContainer().dataset.strikeUploads ??= '1';
  },
});
