import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, RenderPass, Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { GREY_LIFT } from '#web/ground/view/mapColours.ts';
import type { CrowdsOfStrikes } from '#web/sky/strikes/Crowds.ts';
import { DRAWN_INTS_PER_ROW, dirtyRows, type HeldStrikes, type ReadMark } from '#web/sky/strikes/StrikeStore.ts';
import { drawIconAtlas, GLOW_SCALE } from './iconAtlas.ts';
import { ADDED, type DrawnWindow, drawnScope, offsetsToClip } from './shaderInputs.ts';
import { ICON_PX } from './strikeIcons.tsx';
import {
  STRIKE_POINTS_FS,
  STRIKE_POINTS_VS,
  type StrikePointsUniforms,
  strikePointsModule,
} from './strikePointsShader.ts';

const BYTES_PER_ROW = DRAWN_INTS_PER_ROW * Int32Array.BYTES_PER_ELEMENT;
const MIN_BUFFER_ROWS = 16_384;

interface StrikePointsLayerProps extends LayerProps, DrawnWindow {
  readonly strikes: HeldStrikes;
  /** Their strikes are not drawn. */
  readonly crowds: CrowdsOfStrikes;
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  /** Called with the rows of every write to the GPU; time and filter must cause none. */
  readonly onUpload: (rows: number) => void;
}

interface StrikePointsState {
  readonly model: Model;
  /** The same strikes, wider, as light that adds up. */
  readonly glow: Model;
  readonly buffer: Buffer;
  /** One byte per row: whether it is in a crowd. */
  readonly flags: Buffer;
  readonly bufferRows: number;
  readonly mark: ReadMark;
  readonly atlas: Texture;
  readonly [key: string]: unknown;
}

const UNPACK_PREMULTIPLY_ALPHA_WEBGL = 0x9241;

/** By day a new strike is the darkest mark, so light would hide it. */
const GLOWS: Record<MapTheme, boolean> = { light: false, dark: true };

/** Draws strikes as point sprites: ten times cheaper on weak GPUs than instanced quads. Only new rows are uploaded. */
export class StrikePointsLayer extends Layer<StrikePointsLayerProps> {
  static override layerName = 'StrikePointsLayer';
  declare state: StrikePointsState;

  override initializeState(): void {
    const { buffer, flags } = this.createBuffers(MIN_BUFFER_ROWS);
    const atlas = this.createAtlas(this.props.theme);
    const made = (id: string) =>
      new Model(this.context.device, {
        ...this.getShaders({ vs: STRIKE_POINTS_VS, fs: STRIKE_POINTS_FS, modules: [strikePointsModule] }),
        id: `${this.props.id}-${id}`,
        topology: 'point-list',
        bufferLayout: [
          { name: 'strike', format: 'sint32x3' },
          { name: 'inCrowd', format: 'uint8' },
        ],
        attributes: { strike: buffer, inCrowd: flags },
        bindings: { iconAtlas: atlas },
        vertexCount: 0,
        // deck.gl passes every model the props of its own modules, which this shader does not use.
        disableWarnings: true,
      });
    const model = made('icons');
    const glow = made('glow');
    glow.setParameters(ADDED);
    const mark: ReadMark = { generation: -1, rows: 0 };
    this.setState({ model, glow, buffer, flags, bufferRows: MIN_BUFFER_ROWS, mark, atlas } satisfies StrikePointsState);
    this.upload();
    this.flag();
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.strikes !== oldProps.strikes) this.upload();
    if (props.crowds !== oldProps.crowds) this.flag();
    if (oldProps.theme !== undefined && props.theme !== oldProps.theme) {
      const atlas = this.createAtlas(props.theme);
      for (const model of this.models()) model.setBindings({ iconAtlas: atlas });
      this.state.atlas.destroy();
      this.setState({ atlas });
    }
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer.destroy();
    this.state.flags.destroy();
    this.state.atlas.destroy();
  }

  override draw({ renderPass }: { readonly renderPass: RenderPass }): void {
    const { model, glow } = this.state;
    const uniforms = this.uniforms();
    if (GLOWS[this.props.theme]) {
      glow.shaderInputs.setProps({ strikePoints: { ...uniforms, size: uniforms.size * GLOW_SCALE, row: 1 } });
      glow.draw(renderPass);
    }
    model.shaderInputs.setProps({ strikePoints: { ...uniforms } });
    model.draw(renderPass);
  }

  private models(): readonly Model[] {
    return [this.state.model, this.state.glow];
  }

  private uniforms(): StrikePointsUniforms {
    const { strikes, iconScale, greyed, theme } = this.props;
    const { viewport, device } = this.context;
    const { longitude, latitude } = viewport as WebMercatorViewport;
    const origin = [mercatorFixedX(longitude), mercatorFixedY(latitude)] as const;
    return {
      toClip: offsetsToClip(viewport.viewProjectionMatrix, origin),
      origin,
      ...drawnScope(this.props, strikes.store.epochMs),
      size: ICON_PX * iconScale * device.getDefaultCanvasContext().cssToDeviceRatio(),
      greyed: greyed ? 1 : 0,
      greyLift: GREY_LIFT[theme],
      row: 0,
    };
  }

  private upload(): void {
    const { onUpload } = this.props;
    const { store } = this.props.strikes;
    const now: ReadMark = { generation: store.generation, rows: store.length };
    let mark = this.state.mark;
    if (now.rows > this.state.bufferRows) {
      this.grow(now.rows);
      mark = { generation: -1, rows: 0 };
    }
    const { from, to } = dirtyRows(mark, now);
    if (to > from) {
      const ints = store.drawn.subarray(from * DRAWN_INTS_PER_ROW, to * DRAWN_INTS_PER_ROW);
      this.state.buffer.write(ints, from * BYTES_PER_ROW);
      onUpload(to - from);
    }
    for (const model of this.models()) model.setVertexCount(to);
    this.setState({ mark: now });
    this.setNeedsRedraw();
  }

  private flag(): void {
    const { crowds, rows } = this.props.crowds;
    const flagged = Math.min(rows, this.state.bufferRows);
    if (flagged > 0) this.state.flags.write(crowds.inCrowd.subarray(0, flagged));
    this.setNeedsRedraw();
  }

  private grow(rows: number): void {
    const bufferRows = 2 ** Math.ceil(Math.log2(rows));
    const { buffer, flags } = this.createBuffers(bufferRows);
    for (const model of this.models()) model.setAttributes({ strike: buffer, inCrowd: flags });
    this.state.buffer.destroy();
    this.state.flags.destroy();
    this.setState({ buffer, flags, bufferRows });
    this.flag();
  }

  private createBuffers(rows: number): Pick<StrikePointsState, 'buffer' | 'flags'> {
    const { id } = this.props;
    return {
      buffer: this.context.device.createBuffer({ id: `${id}-rows`, byteLength: rows * BYTES_PER_ROW }),
      flags: this.context.device.createBuffer({ id: `${id}-flags`, byteLength: rows }),
    };
  }

  private createAtlas(theme: MapTheme): Texture {
    const image = drawIconAtlas(document.createElement('canvas'), theme);
    const atlas = this.context.device.createTexture({
      id: `${this.props.id}-atlas`,
      format: 'rgba8unorm',
      width: image.width,
      height: image.height,
      sampler: { minFilter: 'linear', magFilter: 'linear' },
    });
    // `copyExternalImage` of luma.gl 9.4 passes over its option `premultipliedAlpha`.
    this.context.device.withParametersWebGL({ [UNPACK_PREMULTIPLY_ALPHA_WEBGL]: true }, () =>
      atlas.copyExternalImage({ image, width: image.width, height: image.height }),
    );
    return atlas;
  }
}
