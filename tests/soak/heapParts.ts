/** The part of a heap snapshot (Chrome's JSON) that is read here. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

export interface HeapParts {
  /** Bytecode, machine code and what the engine learnt to make it: grows for as long as code gets hotter. */
  readonly codeMegabytes: number;
  /** Everything else on the page's JavaScript heap: what a leak would be found in. */
  readonly dataMegabytes: number;
}

/** Splits a heap snapshot into compiled code and data. DOM nodes and buffers lie outside the JavaScript heap. */
export function heapParts(json: string): HeapParts {
  const { snapshot, nodes }: Snapshot = JSON.parse(json);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const typeAt = fields.indexOf('type');
  const sizeAt = fields.indexOf('self_size');
  let code = 0;
  let data = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] ?? -1];
    const bytes = nodes[node + sizeAt] ?? 0;
    if (type === 'code') code += bytes;
    else if (type !== 'native') data += bytes;
  }
  return { codeMegabytes: code / 2 ** 20, dataMegabytes: data / 2 ** 20 };
}
