import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, RenderPass } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { GREY_LIFT } from '#web/ground/view/mapColours.ts';
import { type CountedCrowds, crowdCellPx } from '#web/sky/strikes/Crowds.ts';
import { BYTES_PER_CELL, crowdCells } from './crowdCells.ts';
import { offsetsToClip } from './shaderInputs.ts';

const MIN_BUFFER_CELLS = 1_024;

interface CrowdCellsLayerProps extends LayerProps {
  readonly crowds: CountedCrowds;
  readonly theme: MapTheme;
  readonly greyed: boolean;
}

interface CrowdCellsState {
  readonly model: Model;
  readonly buffer: Buffer;
  readonly bufferCells: number;
  readonly [key: string]: unknown;
}

/** Draws the cells in which strikes crowd: their number as luminance, their age as hue and shape. */
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

/** `toClip` and `origin` as in `StrikePointsUniforms`. */
interface CrowdCellsUniforms {
  readonly toClip: readonly number[];
  readonly origin: readonly [number, number];
  /** Width of a cell in device pixels. */
  readonly size: number;
  /** 1 draws all crowds as last known, without colour. */
  readonly greyed: number;
  readonly greyLift: number;
}

const UNIFORMS = `\
layout(std140) uniform crowdCellsUniforms {
  highp mat4 toClip;
  highp ivec2 origin;
  highp float size;
  highp float greyed;
  highp float greyLift;
} crowdCells;
`;

const crowdCellsModule = {
  name: 'crowdCells',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: { toClip: 'mat4x4<f32>', origin: 'vec2<i32>', size: 'f32', greyed: 'f32', greyLift: 'f32' },
} as const;

/** A crowd is one vertex: the middle of its cell, colour, roundness and share of the cell. */
const CROWD_CELLS_VS = `\
#version 300 es
in ivec2 cell;
in vec4 paint;
in vec4 form;
flat out vec3 colour;
flat out float roundness;
flat out float size;
const float COMMON_PER_UNIT = 512.0 / 4294967296.0;
void main() {
  vec2 offset = vec2(cell - crowdCells.origin) * vec2(COMMON_PER_UNIT, -COMMON_PER_UNIT);
  gl_Position = crowdCells.toClip * vec4(offset, 0.0, 1.0);
  gl_Position.z = 0.99 * gl_Position.w;
  size = crowdCells.size * form.y;
  gl_PointSize = size;
  colour = paint.rgb;
  roundness = form.x;
}
`;

const CROWD_CELLS_FS = `\
#version 300 es
precision highp float;
flat in vec3 colour;
flat in float roundness;
flat in float size;
out vec4 fragColor;
void main() {
  float reach = size * 0.5 - max(0.75, size * 0.03);
  float radius = reach * roundness;
  vec2 corner = abs(gl_PointCoord - 0.5) * size - (reach - radius);
  float outside = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - radius;
  float alpha = 0.94 * clamp(0.5 - outside, 0.0, 1.0);
  if (alpha < 0.02) discard;
  float luminance = dot(colour, vec3(0.299, 0.587, 0.114));
  vec3 grey = vec3(mix(luminance, 1.0, crowdCells.greyLift));
  fragColor = mix(vec4(colour * alpha, alpha), vec4(grey, 1.0) * alpha * 0.8, crowdCells.greyed);
}
`;
