import type { LayerSpecification } from 'maplibre-gl';

/** Of a deployment's own tiles these lie below the shipped lines; borders and names are the shipped ones. */
const DRAWN = ['wood', 'town', 'water', 'river', 'road-casing', 'road'];

/** Some makers shorten the names of attributes to save bytes. */
const CLASS = JSON.stringify(['coalesce', ['get', 'class'], ['get', 'c'], ['get', 'k'], '']);

/**
 * The layers of a deployment's own tiles laid over the shipped land, under the shipped lines and names. Such a file may
 * be of any make: its sea may be coarse, its borders say nothing of disputes, its names may be in one script only.
 */
export function overShippedLand(
  shipped: readonly LayerSpecification[],
  tiles: readonly LayerSpecification[],
): LayerSpecification[] {
  const afterLand = shipped.findLastIndex(({ type }) => type === 'fill') + 1;
  const own = tiles
    .filter(({ id }) => DRAWN.includes(id))
    .map((layer) => withShortNames(layer.id === 'water' ? inland(layer) : layer));
  return [...shipped.slice(0, afterLand), ...own, ...shipped.slice(afterLand)];
}

/** Water that is not the sea: the shipped land has the finer coast. */
function inland(layer: LayerSpecification): LayerSpecification {
  return { ...layer, filter: ['!=', ['get', 'class'], 'ocean'] } as LayerSpecification;
}

function withShortNames(layer: LayerSpecification): LayerSpecification {
  return JSON.parse(JSON.stringify(layer).replaceAll('["get","class"]', CLASS)) as LayerSpecification;
}
