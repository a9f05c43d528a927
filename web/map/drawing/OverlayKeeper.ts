import type { Layer } from '@deck.gl/core';
import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Device } from '@luma.gl/core';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Clock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Timers } from '#web/sky/feed/Timers.ts';

const CHECK_MS = 10_000;
/** Each rebuilt overlay leaks 0.24 MB (measured); a page that needs more rebuilds is reloaded. */
const MAX_REBUILDS_PER_HOUR = 3;

export interface OverlayKeeperDeps {
  readonly map: MapLibreMap;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onRebuilt: () => void;
  readonly onHopeless: () => void;
}

/**
 * Owns the deck.gl overlay of a map and replaces it when its WebGL context is lost: MapLibre restores itself, deck.gl
 * 9.4 silently does not, and an empty map looks like a quiet sky. Overlaid, not interleaved: in a shared context a new
 * overlay stays empty too. Both measured with WEBGL_lose_context.
 */
export class OverlayKeeper {
  private readonly deps: OverlayKeeperDeps;
  private overlay: MapLibreOverlay | undefined;
  private device: Device | undefined;
  private layers: Layer[] = [];
  private rebuiltAtMs: number[] = [];
  private readonly stopChecking: () => void;

  constructor(deps: OverlayKeeperDeps) {
    this.deps = deps;
    this.add();
    this.stopChecking = deps.timers.every(CHECK_MS, () => this.check());
  }

  setLayers(layers: Layer[]): void {
    this.layers = layers;
    this.overlay?.setProps({ layers });
  }

  remove(): void {
    this.stopChecking();
    this.drop();
  }

  private add(): void {
    const overlay = new MapLibreOverlay({
      interleaved: false,
      layers: this.layers,
      onDeviceInitialized: (device) => {
        this.device = device;
        this.canvasOf(overlay)?.addEventListener('webglcontextlost', this.rebuild, { once: true });
      },
    });
    this.overlay = overlay;
    this.deps.map.addControl(overlay);
  }

  private drop(): void {
    const { overlay } = this;
    this.overlay = undefined;
    if (!overlay) return;
    this.canvasOf(overlay)?.removeEventListener('webglcontextlost', this.rebuild);
    this.deps.map.removeControl(overlay);
    // deck.gl 9.4 does not destroy its device, whose canvas goes on observing sizes and screens.
    this.device?.getDefaultCanvasContext().destroy();
    this.device?.destroy();
    this.device = undefined;
  }

  private canvasOf(overlay: MapLibreOverlay): HTMLCanvasElement | null {
    return overlay.getCanvas();
  }

  private check(): void {
    const canvas = this.overlay && this.canvasOf(this.overlay);
    // On a canvas that already has a context, `getContext` returns that one.
    if (canvas?.getContext('webgl2')?.isContextLost()) this.rebuild();
  }

  private readonly rebuild = (): void => {
    const nowMs = this.deps.clock.now();
    this.rebuiltAtMs = [...this.rebuiltAtMs.filter((atMs) => nowMs - atMs < HOUR_MS), nowMs];
    if (this.rebuiltAtMs.length > MAX_REBUILDS_PER_HOUR) {
      this.deps.onHopeless();
      return;
    }
    this.drop();
    // A layer that was used in one deck cannot be used in another.
    this.layers = [];
    this.add();
    this.deps.onRebuilt();
  };
}
