import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, RenderPass } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { GREY_LIFT } from '#web/ground/view/mapColours.ts';
import type { CountedCrowds } from '#web/sky/strikes/CountedCrowds.ts';
import { crowdCellPx } from '#web/sky/strikes/Crowds.ts';
import { BYTES_PER_CELL, crowdCells } from './crowdCells.ts';
import { CROWD_CELLS_FS, CROWD_CELLS_VS, type CrowdCellsUniforms, crowdCellsModule } from './crowdCellsShader.ts';
import { offsetsToClip } from './strikeProjection.ts';

const MIN_BUFFER_CELLS = 1_024;

export interface CrowdCellsLayerProps extends LayerProps {
  readonly crowds: CountedCrowds;
  readonly theme: MapTheme;
  /** Whether the crowds are only the last known ones. */
  readonly greyed: boolean;
}

interface CrowdCellsState {
  readonly model: Model;
  readonly buffer: Buffer;
  readonly bufferCells: number;
  readonly [key: string]: unknown;
}

/** Draws the cells of a grid in which strikes crowd: their number as luminance, their age as hue and shape. */
export class CrowdCellsLayer extends Layer<CrowdCellsLayerProps> {
  static override layerName = 'CrowdCellsLayer';
  declare state: CrowdCellsState;

  override initializeState(): void {
    const buffer = this.createBuffer(MIN_BUFFER_CELLS);
    const model = new Model(this.context.device, {
      ...this.getShaders({ vs: CROWD_CELLS_VS, fs: CROWD_CELLS_FS, modules: [crowdCellsModule] }),
      id: this.props.id,
      topology: 'point-list',
      bufferLayout: [
        {
          name: 'cells',
          byteStride: BYTES_PER_CELL,
          attributes: [
            { attribute: 'cell', format: 'sint32x2', byteOffset: 0 },
            { attribute: 'paint', format: 'unorm8x4', byteOffset: 8 },
            { attribute: 'form', format: 'unorm8x4', byteOffset: 12 },
          ],
        },
      ],
      attributes: { cells: buffer },
      vertexCount: 0,
      // deck.gl passes every model the props of its own modules, which this shader does not use.
      disableWarnings: true,
    });
    this.setState({ model, buffer, bufferCells: MIN_BUFFER_CELLS } satisfies CrowdCellsState);
    this.upload();
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (oldProps.crowds === undefined) return;
    if (props.crowds !== oldProps.crowds || props.theme !== oldProps.theme) this.upload();
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer.destroy();
  }

  override draw({ renderPass }: { readonly renderPass: RenderPass }): void {
    const { model } = this.state;
    model.shaderInputs.setProps({ crowdCells: { ...this.uniforms() } });
    model.draw(renderPass);
  }

  private uniforms(): CrowdCellsUniforms {
    const { viewport, device } = this.context;
    const { longitude, latitude, zoom } = viewport as WebMercatorViewport;
    const origin = [mercatorFixedX(longitude), mercatorFixedY(latitude)] as const;
    const cssPixels = device.getDefaultCanvasContext().cssToDeviceRatio();
    return {
      toClip: offsetsToClip(viewport.viewProjectionMatrix, origin),
      origin,
      size: crowdCellPx(zoom, this.props.crowds.scope.level) * cssPixels,
      greyed: this.props.greyed ? 1 : 0,
      greyLift: GREY_LIFT[this.props.theme],
    };
  }

  private upload(): void {
    const { bytes, count } = crowdCells(this.props.crowds.crowds, this.props.theme);
    if (count > this.state.bufferCells) {
      const bufferCells = 2 ** Math.ceil(Math.log2(count));
      const buffer = this.createBuffer(bufferCells);
      this.state.model.setAttributes({ cells: buffer });
      this.state.buffer.destroy();
      this.setState({ buffer, bufferCells });
    }
    if (count > 0) this.state.buffer.write(bytes);
    this.state.model.setVertexCount(count);
    this.setNeedsRedraw();
  }

  private createBuffer(cells: number): Buffer {
    return this.context.device.createBuffer({ id: `${this.props.id}-cells`, byteLength: cells * BYTES_PER_CELL });
  }
}
