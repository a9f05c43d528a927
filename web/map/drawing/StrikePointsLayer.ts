import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, RenderPass, Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import {
  casingPx,
  cloudPx,
  ICON_ZOOM,
  iconPx,
  type MapTheme,
  RIM,
  sparkColours,
  sparkPx,
} from '#shared/picture/colours.ts';
import { DRAWN_INTS_PER_ROW, type DrawnRows, dirtyRows, type ReadMark } from '#web/sky/strikes/StrikeStore.ts';
import { ATLAS_CELL, drawIconAtlas, ICON_MARGIN } from './iconAtlas.ts';
import { type DrawnWindow, drawnAges, JOINED, offsetsToClip } from './shaderInputs.ts';
import { SPARKS_FS, SPARKS_VS, type SparkUniforms, sparksModule } from './sparkShader.ts';

const BYTES_PER_ROW = DRAWN_INTS_PER_ROW * Int32Array.BYTES_PER_ELEMENT;
const MIN_BUFFER_ROWS = 16_384;

interface StrikePointsLayerProps extends LayerProps, DrawnWindow {
  /** A new object whenever its rows have changed. */
  readonly rows: { readonly drawn: DrawnRows };
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  /** Called with the rows of every write to the GPU; time and filter must cause none. */
  readonly onUpload: (rows: number) => void;
}

interface StrikePointsState {
  readonly clouds: Model;
  readonly sparks: Model;
  readonly buffer: Buffer;
  readonly bufferRows: number;
  readonly mark: ReadMark;
  readonly atlas: Texture;
  readonly [key: string]: unknown;
}

/**
 * Draws strikes as point sprites: ten times cheaper on weak GPUs than instanced quads. First the storm cloud under those of
 * the last ten minutes, then each strike as a spark that cools. Only new rows are uploaded.
 */
export class StrikePointsLayer extends Layer<StrikePointsLayerProps> {
  static override layerName = 'StrikePointsLayer';
  declare state: StrikePointsState;

  override initializeState(): void {
    const buffer = this.createBuffer(MIN_BUFFER_ROWS);
    const atlas = this.createAtlas();
    const made = (id: string) =>
      new Model(this.context.device, {
        ...this.getShaders({ vs: SPARKS_VS, fs: SPARKS_FS, modules: [sparksModule] }),
        id: `${this.props.id}-${id}`,
        topology: 'point-list',
        bufferLayout: [{ name: 'strike', format: 'sint32x3' }],
        attributes: { strike: buffer },
        bindings: { iconAtlas: atlas },
        vertexCount: 0,
        // deck.gl passes every model the props of its own modules, which this shader does not use.
        disableWarnings: true,
      });
    const [clouds, sparks] = [made('clouds'), made('sparks')];
    const mark: ReadMark = { generation: -1, rows: 0 };
    this.setState({ clouds, sparks, buffer, bufferRows: MIN_BUFFER_ROWS, mark, atlas } satisfies StrikePointsState);
    this.upload();
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.rows !== oldProps.rows) this.upload();
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer.destroy();
    this.state.atlas.destroy();
  }

  override draw({ renderPass }: { readonly renderPass: RenderPass }): void {
    const { clouds, sparks } = this.state;
    const uniforms = this.uniforms();
    // deck.gl sets its own parameters before each draw.
    clouds.setParameters(JOINED);
    clouds.shaderInputs.setProps({ sparks: { ...uniforms, clouds: 1 } });
    clouds.draw(renderPass);
    sparks.shaderInputs.setProps({ sparks: { ...uniforms } });
    sparks.draw(renderPass);
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
      ...drawnAges(this.props, rows.drawn.epochMs),
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
    const { generation, length, drawn } = this.props.rows.drawn;
    const now: ReadMark = { generation, rows: length };
    let mark = this.state.mark;
    if (now.rows > this.state.bufferRows) {
      this.grow(now.rows);
      mark = { generation: -1, rows: 0 };
    }
    const { from, to } = dirtyRows(mark, now);
    if (to > from) {
      this.state.buffer.write(drawn.subarray(from * DRAWN_INTS_PER_ROW, to * DRAWN_INTS_PER_ROW), from * BYTES_PER_ROW);
      onUpload(to - from);
    }
    for (const model of this.models()) model.setVertexCount(to);
    this.setState({ mark: now });
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
