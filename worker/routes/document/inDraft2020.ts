/**
 * The same JSON schema, or document of schemas, in the draft that OpenAPI 3.1 speaks. The generator still writes tuples
 * as in draft 7: `items` as a list, and `additionalItems` for what comes after it.
 */
export function inDraft2020(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inDraft2020);
  if (typeof node !== 'object' || node === null) return node;
  const { items, additionalItems, ...others } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, inDraft2020(value)]),
  );
  if (!Array.isArray(items)) return items === undefined ? others : { ...others, items };
  return { ...others, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}
