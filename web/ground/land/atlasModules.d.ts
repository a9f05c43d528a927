declare module 'world-atlas/*.json' {
  const topology: import('topojson-client').Topology;
  export default topology;
}

declare module 'topojson-client' {
  interface Topology {
    readonly objects: Readonly<Record<string, object>>;
  }
  interface Country {
    readonly properties: { readonly name: string };
  }
  type Position = readonly [number, number];
  interface Lines {
    readonly type: 'MultiLineString';
    readonly coordinates: Position[][];
  }
  interface Polygons {
    readonly type: 'MultiPolygon';
    readonly coordinates: Position[][][];
  }
  function feature(topology: Topology, object: object | undefined): object;
  function mesh(topology: Topology, object: object | undefined, filter: (a: Country, b: Country) => boolean): Lines;
}

declare module 'd3-geo' {
  interface Projection {
    scale(scale: number): Projection;
    translate(offset: [number, number]): Projection;
    reflectY(reflect: boolean): Projection;
    precision(precision: number): Projection;
    clipExtent(extent: [[number, number], [number, number]]): Projection;
  }
  function geoEquirectangular(): Projection;
  function geoIdentity(): Projection;
}

declare module 'd3-geo-projection' {
  function geoProject(object: object, projection: import('d3-geo').Projection): object | null;
}
