import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, Framebuffer, Parameters as RenderParameters, RenderPass, Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercator.ts';
import {
  CLOUD_MS,
  casingPx,
  cloudPx,
  ICON_ZOOM,
  iconPx,
  type MapTheme,
  RIM,
  sparkColours,
  sparkPx,
} from '#shared/sky/colours.ts';
import {
  dirtyRows,
  RENDERED_INTS_PER_ROW,
  RENDERED_TIME_UNIT_MS,
  type ReadMark,
  type RenderedRows,
} from '#web/sky/StrikeStore.ts';
import { SPARKS_FS, SPARKS_VS, type SparkUniforms, sparksModule, VEIL_FS, VEIL_VS } from './sparkShader.ts';
import { strikeIcons } from './strikeIcons.tsx';

/** Lower than any age: strikes may appear to be in the future, by the difference of two clocks. */
const NO_YOUNGEST = -(2 ** 31);

export interface RenderedWindow {
  /** Server time. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Strikes from here on are hidden; infinity hides none. */
  readonly toMs: number;
  readonly picked: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/** Bounds of age for shader and counts, in the unit of the store's rendered times. */
interface RenderedAges {
  readonly now: number;
  readonly window: number;
  readonly youngest: number;
}

export function renderedAges({ nowMs, windowMs, picked, toMs }: RenderedWindow, epochMs: number): RenderedAges {
  const hiddenFromMs = picked?.toMs ?? toMs;
  const units = (ms: number) => Math.floor(ms / RENDERED_TIME_UNIT_MS);
  return {
    now: units(nowMs - epochMs),
    window: units(picked ? nowMs - picked.fromMs : windowMs),
    youngest: hiddenFromMs === Number.POSITIVE_INFINITY ? NO_YOUNGEST : units(nowMs - hiddenFromMs) + 1,
  };
}

/** Clouds are blended by maximum, so that they never grow denser than their peak. */
const JOINED: RenderParameters = {
  depthCompare: 'always',
  depthWriteEnabled: false,
  blend: true,
  blendColorOperation: 'max',
  blendColorSrcFactor: 'one',
  blendColorDstFactor: 'one',
  blendAlphaOperation: 'max',
  blendAlphaSrcFactor: 'one',
  blendAlphaDstFactor: 'one',
};

const WORLD_UNITS = 2 ** 32;
const COMMON_SIZE = 512;

/**
 * Returns the matrix for offsets from a Mercator-fixed `origin`: `viewProjection` (column-major, absolute positions in
 * a world 512 wide, y northwards, to clip space) moved there. In doubles, because the absolute positions need them.
 */
export function offsetsToClip(viewProjection: ArrayLike<number>, origin: readonly [number, number]): number[] {
  const x = ((origin[0] >>> 0) / WORLD_UNITS) * COMMON_SIZE;
  const y = COMMON_SIZE - ((origin[1] >>> 0) / WORLD_UNITS) * COMMON_SIZE;
  const at = (index: number) => viewProjection[index] ?? 0;
  const moved = Array.from({ length: 16 }, (_, index) => at(index));
  for (let row = 0; row < 4; row += 1) moved[12 + row] = at(row) * x + at(4 + row) * y + at(12 + row);
  return moved;
}

/** Pixels of a cell: the largest icon at three device pixels per CSS pixel, on a wall. */
const ATLAS_CELL = 96;
/** Clear space around an icon, in its own units, so that sampling never touches the neighbour. */
const ICON_MARGIN = 1;

/**
 * Draws the three icons side by side: red is the part in the colour of the strike's age, green the casing. The rest is
 * black, without transparency, so that the browser's premultiplication does not matter.
 */
function drawIconAtlas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = 3 * ATLAS_CELL;
  canvas.height = ATLAS_CELL;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.fillStyle = '#000000';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const scale = ATLAS_CELL / (24 + 2 * ICON_MARGIN);
  for (const [cell, parts] of strikeIcons('#ff0000', '#00ff00').entries()) {
    pen.setTransform(scale, 0, 0, scale, cell * ATLAS_CELL + ICON_MARGIN * scale, ICON_MARGIN * scale);
    for (const { path, fill, stroke, strokeWidth } of parts) {
      const outline = new Path2D(path);
      if (stroke) {
        pen.strokeStyle = stroke;
        pen.lineWidth = strokeWidth ?? 1;
        pen.lineJoin = 'round';
        pen.stroke(outline);
      }
      if (fill) {
        pen.fillStyle = fill;
        pen.fill(outline);
      }
    }
  }
  return canvas;
}

const BYTES_PER_ROW = RENDERED_INTS_PER_ROW * Int32Array.BYTES_PER_ELEMENT;
const MIN_BUFFER_ROWS = 16_384;
/** Clouds are soft: a quarter of the canvas's width and height is enough, and costs a sixteenth. */
const CLOUD_SHARE = 1 / 4;

interface StrikePointsLayerProps extends LayerProps, RenderedWindow {
  /** A new object whenever its rows have changed. */
  readonly rows: { readonly rendered: RenderedRows };
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  /** Called with the rows of every write to the GPU; time and filter must cause none. */
  readonly onUpload: (rows: number) => void;
}

interface StrikePointsState {
  readonly clouds: Model;
  readonly sparks: Model;
  /** Where clouds are rendered before `veil` puts them over the map. */
  readonly soft: Framebuffer;
  readonly veil: Model;
  /** Time of the newest row, in the store's unit. */
  readonly newest: number;
  readonly buffer: Buffer;
  readonly bufferRows: number;
  readonly mark: ReadMark;
  readonly atlas: Texture;
  readonly [key: string]: unknown;
}

/**
 * Renders strikes as point sprites: ten times cheaper on weak GPUs than instanced quads. First the storm cloud under
 * those of the last ten minutes, rendered small and put over the map, then each strike as a spark that cools. Only new
 * rows are uploaded.
 */
export class StrikePointsLayer extends Layer<StrikePointsLayerProps> {
  static override layerName = 'StrikePointsLayer';
  declare state: StrikePointsState;

  override initializeState(): void {
    const buffer = this.createBuffer(MIN_BUFFER_ROWS);
    const atlas = this.createAtlas();
    const create = (id: string) =>
      new Model(this.context.device, {
        ...this.getShaders({ vs: SPARKS_VS, fs: SPARKS_FS, modules: [sparksModule] }),
        id: `${this.props.id}-${id}`,
        topology: 'point-list',
        bufferLayout: [{ name: 'strike', format: 'sint32x3' }],
        attributes: { strike: buffer },
        bindings: { iconAtlas: atlas },
        vertexCount: 0,
        // deck.gl passes every model the props of its standard modules, which this shader does not use.
        disableWarnings: true,
      });
    const [clouds, sparks] = [create('clouds'), create('sparks')];
    const { device } = this.context;
    const soft = device.createFramebuffer({ width: 1, height: 1, colorAttachments: ['rgba8unorm'] });
    const veil = new Model(device, {
      vs: VEIL_VS,
      fs: VEIL_FS,
      id: `${this.props.id}-veil`,
      topology: 'triangle-list',
      parameters: JOINED,
      vertexCount: 3,
      disableWarnings: true,
    });
    const mark: ReadMark = { generation: -1, rows: 0 };
    const newest = Number.NEGATIVE_INFINITY;
    this.setState({
      clouds,
      sparks,
      soft,
      veil,
      newest,
      buffer,
      bufferRows: MIN_BUFFER_ROWS,
      mark,
      atlas,
    } satisfies StrikePointsState);
    this.upload();
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.rows !== oldProps.rows) this.upload();
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer.destroy();
    this.state.atlas.destroy();
    this.state.soft.destroy();
  }

  override draw({ renderPass }: { readonly renderPass: RenderPass }): void {
    const { sparks, newest } = this.state;
    const uniforms = this.uniforms();
    if (uniforms.now - newest < CLOUD_MS / RENDERED_TIME_UNIT_MS) this.drawClouds(uniforms, renderPass);
    sparks.shaderInputs.setProps({ sparks: { ...uniforms } });
    sparks.draw(renderPass);
  }

  private drawClouds(uniforms: SparkUniforms, renderPass: RenderPass): void {
    const { clouds, soft, veil } = this.state;
    const { device } = this.context;
    const [width, height] = device.getDefaultCanvasContext().getDrawingBufferSize();
    soft.resize({ width: Math.ceil(width * CLOUD_SHARE), height: Math.ceil(height * CLOUD_SHARE) });
    const pass = device.beginRenderPass({ framebuffer: soft, clearColor: [0, 0, 0, 0], clearDepth: false });
    // deck.gl sets its own parameters before each draw.
    clouds.setParameters(JOINED);
    clouds.shaderInputs.setProps({ sparks: { ...uniforms, clouds: 1, cloud: uniforms.cloud * CLOUD_SHARE } });
    clouds.draw(pass);
    pass.end();
    const [painted] = soft.colorAttachments;
    if (!painted) return;
    veil.setBindings({ painted: painted.texture });
    veil.draw(renderPass);
  }

  private uniforms(): SparkUniforms {
    const { rows, iconScale, greyed, theme } = this.props;
    const { viewport, device } = this.context;
    const { longitude, latitude, zoom } = viewport as WebMercatorViewport;
    const origin = [mercatorFixedX(longitude), mercatorFixedY(latitude)] as const;
    const pixels = iconScale * device.getDefaultCanvasContext().cssToDeviceRatio();
    const spark = sparkPx(zoom);
    const near = zoom >= ICON_ZOOM;
    return {
      toClip: offsetsToClip(viewport.viewProjectionMatrix, origin),
      origin,
      ...renderedAges(this.props, rows.rendered.epochMs),
      spark: spark * pixels,
      icon: near ? (iconPx(zoom) * pixels * (24 + 2 * ICON_MARGIN)) / 24 : 0,
      casing: casingPx(spark) * pixels,
      rim: theme === 'light' && spark >= RIM.fromPx ? RIM.px * pixels : 0,
      cloud: cloudPx(theme, spark) * pixels,
      peak: sparkColours[theme].cloudPeak * (near ? 0.75 : 1),
      clouds: 0,
      night: theme === 'dark' ? 1 : 0,
      greyed: greyed ? 1 : 0,
    };
  }

  private upload(): void {
    const { onUpload } = this.props;
    const { generation, length, rendered } = this.props.rows.rendered;
    const now: ReadMark = { generation, rows: length };
    let mark = this.state.mark;
    if (now.rows > this.state.bufferRows) {
      this.grow(now.rows);
      mark = { generation: -1, rows: 0 };
    }
    const { from, to } = dirtyRows(mark, now);
    let newest = from === 0 ? Number.NEGATIVE_INFINITY : this.state.newest;
    for (let row = from; row < to; row += 1)
      newest = Math.max(newest, rendered[row * RENDERED_INTS_PER_ROW + 2] ?? newest);
    if (to > from) {
      this.state.buffer.write(
        rendered.subarray(from * RENDERED_INTS_PER_ROW, to * RENDERED_INTS_PER_ROW),
        from * BYTES_PER_ROW,
      );
      onUpload(to - from);
    }
    for (const model of this.models()) model.setVertexCount(to);
    this.setState({ mark: now, newest });
    this.setNeedsRedraw();
  }

  private models(): readonly Model[] {
    return [this.state.clouds, this.state.sparks];
  }

  private grow(rows: number): void {
    const bufferRows = 2 ** Math.ceil(Math.log2(rows));
    const buffer = this.createBuffer(bufferRows);
    for (const model of this.models()) model.setAttributes({ strike: buffer });
    this.state.buffer.destroy();
    this.setState({ buffer, bufferRows });
  }

  private createBuffer(rows: number): Buffer {
    return this.context.device.createBuffer({ id: `${this.props.id}-rows`, byteLength: rows * BYTES_PER_ROW });
  }

  private createAtlas(): Texture {
    const image = drawIconAtlas(document.createElement('canvas'));
    const atlas = this.context.device.createTexture({
      id: `${this.props.id}-atlas`,
      format: 'rgba8unorm',
      width: 3 * ATLAS_CELL,
      height: ATLAS_CELL,
      sampler: { minFilter: 'linear', magFilter: 'linear' },
    });
    atlas.copyExternalImage({ image, width: image.width, height: image.height });
    return atlas;
  }
}
