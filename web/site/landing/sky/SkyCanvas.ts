import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { sparkColours, sparkPx } from '#shared/sky/colours.ts';
import { type DrawingSize, type Frame, frameAt, project } from '#shared/sky/frame.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { MapView } from '#web/ground/view/mapQuery.ts';
import { drawSparks, type RenderedSpark } from '#web/map/strikeLayers/drawSparks.ts';
import { claimSlots, FLASH_PX, type ScreenFlash, stillCounted } from '#web/map/strikeLayers/StrikeFlashes.tsx';
import type { HeroStrike } from './heroFacts.ts';
import styles from './LiveSky.module.css';

interface SkyCanvasOptions {
  readonly viewIn: (size: DrawingSize) => MapView & DrawingSize;
  /** The largest first. */
  readonly towns: readonly (Position & { readonly name: string })[];
  /** True to disable animation. */
  readonly isStill: boolean;
}

/** Marks here are larger than on the map. */
const SCALE = 1.5;
const UNVEIL_MS = 1_800;
/** A strike that is older on arrival is not animated as new. */
const UPDATE_MS = 60_000;
/** Strikes that arrive together flash in their original rhythm, within the time until the next ones arrive. */
const SPREAD_MS = 18_000;
const RINGS = 3;

/**
 * The hero's lightning. First it replays the hour, oldest first, each strike in the colour of its age; then each new
 * one flashes.
 */
export class SkyCanvas {
  readonly #options: SkyCanvasOptions;
  readonly #element: HTMLElement;
  readonly #sky = document.createElement('canvas');
  readonly #names = document.createElement('canvas');
  #view: MapView & DrawingSize;
  #strikes: readonly HeroStrike[] = [];
  #nowMs = 0;
  /** Device time at which `#nowMs` was set. */
  #toldAtMs = 0;
  #isUnveiled = false;
  #frame = 0;
  readonly #due = new Set<ReturnType<typeof setTimeout>>();
  #flashes: readonly ScreenFlash[] = [];

  constructor(element: HTMLElement, options: SkyCanvasOptions) {
    this.#element = element;
    this.#options = options;
    element.append(this.#sky, this.#names);
    this.#view = options.viewIn(sizeOf(element));
    this.#drawNames();
  }

  /** `nowMs` is the server's time. */
  show(strikes: readonly HeroStrike[], nowMs: number): void {
    const known = this.#strikes.at(-1)?.atMs ?? 0;
    this.#nowMs = nowMs;
    this.#toldAtMs = systemClock.now();
    if (!this.#isUnveiled) {
      this.#strikes = strikes;
      this.#isUnveiled = true;
      if (this.#options.isStill || strikes.length === 0) this.#draw();
      else this.#unveil();
      return;
    }
    cancelAnimationFrame(this.#frame);
    const heroStrikes = this.#options.isStill
      ? []
      : strikes.filter(({ atMs }) => atMs > known && nowMs - atMs < UPDATE_MS);
    const isUpdate = new Set(heroStrikes);
    this.#strikes = strikes.filter((strike) => !isUpdate.has(strike));
    this.#forgetDue();
    this.#draw();
    const first = heroStrikes[0]?.atMs ?? 0;
    for (const strike of heroStrikes) this.#later(() => this.#flash(strike), Math.min(SPREAD_MS, strike.atMs - first));
  }

  resize(): void {
    const size = sizeOf(this.#element);
    if (size.width === this.#view.width && size.height === this.#view.height) return;
    cancelAnimationFrame(this.#frame);
    this.#view = this.#options.viewIn(size);
    this.#drawNames();
    if (this.#isUnveiled) this.#draw();
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#forgetDue();
    this.#element.replaceChildren();
  }

  #later(act: () => void, afterMs: number): void {
    const timer = setTimeout(() => {
      this.#due.delete(timer);
      act();
    }, afterMs);
    this.#due.add(timer);
  }

  #forgetDue(): void {
    for (const timer of this.#due) clearTimeout(timer);
    this.#due.clear();
  }

  get #presentMs(): number {
    return this.#nowMs + systemClock.now() - this.#toldAtMs;
  }

  #spark(frame: Frame, { longitude, latitude, atMs }: HeroStrike): RenderedSpark {
    const [x, y] = project(frame, longitude, latitude);
    return { x, y, ageMs: Math.max(0, this.#presentMs - atMs) };
  }

  #sparks(): RenderedSpark[] {
    const { width, height } = this.#view;
    const frame = frameOf(this.#view);
    const edge = 40;
    return this.#strikes
      .map((strike) => this.#spark(frame, strike))
      .filter(({ x, y }) => x > -edge && y > -edge && x < width + edge && y < height + edge);
  }

  #draw(): void {
    const pen = penOn(this.#sky, this.#view);
    if (!pen) return;
    const sparks = this.#sparks();
    this.#mark(pen, sparks);
    this.#ring(pen, sparks);
  }

  #mark(pen: CanvasRenderingContext2D, sparks: readonly RenderedSpark[]): void {
    drawSparks(pen, sparks, { ...this.#view, theme: 'dark', scale: SCALE });
  }

  /** Rings around the newest strikes of the last minute. */
  #ring(pen: CanvasRenderingContext2D, sparks: readonly RenderedSpark[]): void {
    const { ring, ringEdge } = sparkColours.dark;
    const radius = Math.max(9, 1.9 * sparkPx(this.#view.zoom) * SCALE);
    for (const { x, y } of sparks.filter(({ ageMs }) => ageMs < UPDATE_MS).slice(-RINGS)) {
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.strokeStyle = ringEdge;
      pen.lineWidth = 3.4;
      pen.stroke();
      pen.strokeStyle = ring;
      pen.lineWidth = 1.7;
      pen.stroke();
    }
  }

  /** Each frame draws only the strikes that are due, over the existing ones. */
  #unveil(): void {
    const pen = penOn(this.#sky, this.#view);
    const sparks = this.#sparks();
    const oldestMs = Math.min(HOUR_MS, sparks[0]?.ageMs ?? 0);
    let [rendered, startMs] = [0, 0];
    const step = (atMs: number) => {
      startMs ||= atMs;
      const share = Math.min(1, (atMs - startMs) / UNVEIL_MS);
      const downToMs = oldestMs * (1 - share) ** 1.6;
      let upTo = rendered;
      while (upTo < sparks.length && (sparks[upTo]?.ageMs ?? 0) >= downToMs) upTo += 1;
      if (pen && upTo > rendered) this.#mark(pen, sparks.slice(rendered, upTo));
      rendered = upTo;
      if (share < 1) {
        this.#frame = requestAnimationFrame(step);
        return;
      }
      this.#draw();
      for (const spark of sparks.filter(({ ageMs }) => ageMs < UPDATE_MS).slice(-RINGS)) this.#light(spark);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #flash(strike: HeroStrike): void {
    this.#strikes = [...this.#strikes, strike];
    const spark = this.#spark(frameOf(this.#view), strike);
    this.#draw();
    this.#light(spark);
  }

  #light(spark: RenderedSpark): void {
    const nowMs = systemClock.now();
    const flashes = claimSlots([spark], this.#flashes, nowMs);
    this.#flashes = [...stillCounted(this.#flashes, nowMs), ...flashes];
    for (const { x, y } of flashes) {
      const flash = document.createElement('span');
      flash.className = styles.flash ?? '';
      flash.style.inlineSize = `${FLASH_PX * Math.min(1, 0.55 + (this.#view.zoom - 4) / 9)}px`;
      flash.style.left = `${x}px`;
      flash.style.top = `${y}px`;
      flash.addEventListener('animationend', () => flash.remove());
      this.#element.append(flash);
    }
  }

  #drawNames(): void {
    const { width, height } = this.#view;
    const pen = penOn(this.#names, this.#view);
    if (!pen) return;
    const frame = frameOf(this.#view);
    const { fontFamily } = getComputedStyle(this.#element);
    pen.font = `500 13px ${fontFamily}`;
    pen.textAlign = 'center';
    pen.fillStyle = '#dbe6f7';
    const accepted: [left: number, top: number, right: number, bottom: number][] = [];
    for (const { longitude, latitude, name } of this.#options.towns) {
      const [x, y] = project(frame, longitude, latitude);
      const half = pen.measureText(name).width / 2;
      const box: (typeof accepted)[number] = [x - half - 8, y - 22, x + half + 8, y + 4];
      if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) continue;
      if (accepted.some(([l, t, r, b]) => l < box[2] && r > box[0] && t < box[3] && b > box[1])) continue;
      accepted.push(box);
      pen.fillText(name, x, y - 8);
    }
  }
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement): DrawingSize => ({ width, height });

const frameOf = (view: MapView & DrawingSize): Frame => frameAt(view, 512 * 2 ** view.zoom, view);

/** Clears the canvas at screen resolution, and returns a 2D context in CSS pixels. */
function penOn(canvas: HTMLCanvasElement, { width, height }: DrawingSize): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, window.devicePixelRatio);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  pen?.scale(ratio, ratio);
  return pen;
}
