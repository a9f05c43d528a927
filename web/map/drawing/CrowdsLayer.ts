import { Layer, type LayerProps, type UpdateParameters, type WebMercatorViewport } from '@deck.gl/core';
import type { Buffer, RenderPass } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { GREY_LIFT } from '#web/ground/view/mapColours.ts';
import { type CountedCrowds, crowdCellPx } from '#web/sky/strikes/Crowds.ts';
import { BYTES_PER_SPOT, crowdSpots } from './crowdSpots.ts';
import { ADDED, offsetsToClip } from './shaderInputs.ts';

const MIN_BUFFER_SPOTS = 1_024;

interface CrowdsLayerProps extends LayerProps {
  readonly crowds: CountedCrowds;
  readonly theme: MapTheme;
  readonly greyed: boolean;
}

interface CrowdsState {
  readonly model: Model;
  readonly buffer: Buffer;
  readonly bufferSpots: number;
  readonly [key: string]: unknown;
}

/**
 * Draws where strikes crowd: their number as luminance, their age as hue. Spots stand half a cell apart and each fades
 * towards its edge, so that the sum of those that overlap runs smoothly from one to the next.
 */
export class CrowdsLayer extends Layer<CrowdsLayerProps> {
  static override layerName = 'CrowdsLayer';
  declare state: CrowdsState;

  override initializeState(): void {
    const buffer = this.createBuffer(MIN_BUFFER_SPOTS);
    const model = new Model(this.context.device, {
      ...this.getShaders({ vs: CROWDS_VS, fs: CROWDS_FS, modules: [crowdsModule] }),
      id: this.props.id,
      topology: 'point-list',
      bufferLayout: [
        {
          name: 'spots',
          byteStride: BYTES_PER_SPOT,
          attributes: [
            { attribute: 'spot', format: 'sint32x2', byteOffset: 0 },
            { attribute: 'paint', format: 'unorm8x4', byteOffset: 8 },
            { attribute: 'form', format: 'unorm8x4', byteOffset: 12 },
          ],
        },
      ],
      attributes: { spots: buffer },
      vertexCount: 0,
      // deck.gl passes every model the props of its own modules, which this shader does not use.
      disableWarnings: true,
    });
    this.setState({ model, buffer, bufferSpots: MIN_BUFFER_SPOTS } satisfies CrowdsState);
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
    // deck.gl sets its own before each draw.
    model.setParameters(ADDED);
    model.shaderInputs.setProps({ crowds: { ...this.uniforms() } });
    model.draw(renderPass);
  }

  private uniforms(): CrowdsUniforms {
    const { viewport, device } = this.context;
    const { longitude, latitude, zoom } = viewport as WebMercatorViewport;
    const origin = [mercatorFixedX(longitude), mercatorFixedY(latitude)] as const;
    const cssPixels = device.getDefaultCanvasContext().cssToDeviceRatio();
    return {
      toClip: offsetsToClip(viewport.viewProjectionMatrix, origin),
      origin,
      fades: this.props.crowds.drawnAs === 'spots' ? 1 : 0,
      size: crowdCellPx(zoom, this.props.crowds.scope.level) * cssPixels,
      greyed: this.props.greyed ? 1 : 0,
      greyLift: GREY_LIFT[this.props.theme],
    };
  }

  private upload(): void {
    const bytes = crowdSpots(this.props.crowds, this.props.theme);
    const count = bytes.length / BYTES_PER_SPOT;
    if (count > this.state.bufferSpots) {
      const bufferSpots = 2 ** Math.ceil(Math.log2(count));
      const buffer = this.createBuffer(bufferSpots);
      this.state.model.setAttributes({ spots: buffer });
      this.state.buffer.destroy();
      this.setState({ buffer, bufferSpots });
    }
    if (count > 0) this.state.buffer.write(bytes);
    this.state.model.setVertexCount(count);
    this.setNeedsRedraw();
  }

  private createBuffer(spots: number): Buffer {
    return this.context.device.createBuffer({ id: `${this.props.id}-spots`, byteLength: spots * BYTES_PER_SPOT });
  }
}

/** `toClip` and `origin` as in `StrikePointsUniforms`. */
interface CrowdsUniforms {
  readonly toClip: readonly number[];
  readonly origin: readonly [number, number];
  /** Width of a cell in device pixels. */
  readonly size: number;
  /** 1: spots that fade towards their edges; 0: squares. */
  readonly fades: number;
  /** 1 draws all crowds as last known, without colour. */
  readonly greyed: number;
  readonly greyLift: number;
}

const UNIFORMS = `\
layout(std140) uniform crowdsUniforms {
  highp mat4 toClip;
  highp ivec2 origin;
  highp float size;
  highp float fades;
  highp float greyed;
  highp float greyLift;
} crowds;
`;

const crowdsModule = {
  name: 'crowds',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: {
    toClip: 'mat4x4<f32>',
    origin: 'vec2<i32>',
    size: 'f32',
    fades: 'f32',
    greyed: 'f32',
    greyLift: 'f32',
  },
} as const;

/** A spot or square is one vertex: its middle, colour and opacity, and share of the cell. */
const CROWDS_VS = `\
#version 300 es
in ivec2 spot;
in vec4 paint;
in vec4 form;
flat out vec4 colour;
const float COMMON_PER_UNIT = 512.0 / 4294967296.0;
void main() {
  vec2 offset = vec2(spot - crowds.origin) * vec2(COMMON_PER_UNIT, -COMMON_PER_UNIT);
  gl_Position = crowds.toClip * vec4(offset, 0.0, 1.0);
  gl_Position.z = 0.99 * gl_Position.w;
  gl_PointSize = crowds.size * form.x * mix(1.0, 1.5, crowds.fades);
  colour = paint;
}
`;

/** A quadratic B-spline: those of neighbours add up to one at every place. */
const CROWDS_FS = `\
#version 300 es
precision highp float;
flat in vec4 colour;
out vec4 fragColor;
void main() {
  vec2 away = abs(3.0 * gl_PointCoord - 1.5);
  vec2 far = 1.5 - away;
  vec2 spline = mix(0.75 - away * away, 0.5 * far * far, step(0.5, away));
  float alpha = colour.a * mix(1.0, spline.x * spline.y, crowds.fades);
  float luminance = dot(colour.rgb, vec3(0.299, 0.587, 0.114));
  vec3 grey = vec3(mix(luminance, 1.0, crowds.greyLift));
  fragColor = vec4(mix(colour.rgb, grey, crowds.greyed), 1.0) * alpha * mix(1.0, 0.8, crowds.greyed);
}
`;
