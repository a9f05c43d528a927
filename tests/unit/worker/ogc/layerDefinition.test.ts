import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { COLLECTIONS, isCollectionId } from '#worker/ogc/collections.ts';
import { layerDefinition } from '#worker/ogc/layerDefinition.ts';

const ROOT = 'https://lightning.example/api/v1/ogc';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Every element, in the order in which they begin. Throws where the text is no XML. */
function elementsOf(xml: string): Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    all.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return all;
}

const xml = layerDefinition({ root: ROOT });
const elements = elementsOf(xml);
const named = (name: string) => elements.filter((element) => element.name === name);
const textsOf = (name: string) => named(name).map(({ text }) => text);

describe('the layers for QGIS', () => {
  test('are XML of a layer definition, each in the tree and with a source that the provider OAPIF reads', () => {
    expect(xml).toContain('<!DOCTYPE qgis-layer-definition>');
    expect(elements[0]?.name).toBe('qlr');
    expect(textsOf('provider')).toEqual(['OAPIF', 'OAPIF', 'OAPIF']);
    const sources = textsOf('datasource').map((source) =>
      Object.fromEntries([...source.matchAll(/(\w+)='([^']*)'/g)].map(([, key, value]) => [key, value])),
    );
    expect(sources.map(({ typename }) => typename)).toEqual(['strikes-24h', 'storm-cells', 'unread']);
    for (const { url, typename = '' } of sources) expect([url, isCollectionId(typename)]).toEqual([ROOT, true]);
    expect(named('layer-tree-layer').map(({ attributes }) => attributes.id)).toEqual(textsOf('id'));
    expect(named('layer-tree-layer').map(({ attributes }) => attributes.source)).toEqual(textsOf('datasource'));
  });

  test('have the fields of their times, and a style whose every symbol is there', () => {
    expect(
      named('temporal').map(({ attributes: { enabled, mode, startField, endField } }) => [
        enabled,
        mode,
        startField,
        endField,
      ]),
    ).toEqual([
      ['1', '1', ...[COLLECTIONS['strikes-24h'].time[0], '']],
      ['0', '1', ...[COLLECTIONS['storm-cells'].time[0], '']],
      ['1', '2', ...COLLECTIONS.unread.time],
    ]);
    const markers = named('symbol').filter(({ attributes }) => attributes.type === 'marker');
    expect(named('rule').map(({ attributes }) => attributes.symbol)).toEqual(
      markers.map(({ attributes }) => attributes.name),
    );
    expect(new Set(named('rule').map(({ attributes }) => attributes.key)).size).toBe(3);
    expect(named('layer').map(({ attributes }) => attributes.class)).toContain('LinePatternFill');
    for (const { attributes } of named('Option'))
      if (attributes.name === 'color') expect(attributes.value).toMatch(/^\d+(,\d+){3}$/);
  });

  test('escape what an address may hold', () => {
    expect(
      elementsOf(layerDefinition({ root: 'http://a/?x=1&y="<' })).filter(({ name }) => name === 'datasource')[0]?.text,
    ).toContain(`url='http://a/?x=1&y="<'`);
  });
});
