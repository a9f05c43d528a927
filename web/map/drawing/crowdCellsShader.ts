/** Uniforms of the layer of crowds. `toClip` and `origin` as in `StrikePointsUniforms`. */
export interface CrowdCellsUniforms {
  readonly toClip: readonly number[];
  readonly origin: readonly [number, number];
  /** Width of a cell in device pixels. */
  readonly size: number;
  /** 1 draws all crowds as last known: without colour. */
  readonly greyed: number;
  /** What grey begins at: `GREY_LIFT`. */
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

export const crowdCellsModule = {
  name: 'crowdCells',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: { toClip: 'mat4x4<f32>', origin: 'vec2<i32>', size: 'f32', greyed: 'f32', greyLift: 'f32' },
} as const;

/** A crowd is one vertex: the middle of its cell, its colour, how round it is and how much of the cell it fills. */
export const CROWD_CELLS_VS = `\
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

/** A square with round corners that leaves a hair of ground between neighbours. */
export const CROWD_CELLS_FS = `\
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
