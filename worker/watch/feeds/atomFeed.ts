import { XML_DECLARATION, xmlElement } from '#shared/http/xmlText.ts';
import { languageOf } from '#shared/languages.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { feedTexts } from '#texts/feedTexts.ts';
import { type BookChanges, type FeedSender, messageOfChange, SENDER_NAME } from './BookChanges.ts';
import { changeId } from './capAlert.ts';

/** The year from which our tag URIs (RFC 4151) are valid. Never change it. */
const TAG_YEAR = '2026';

/** The book's changes as an Atom feed (RFC 4287), newest first. `root` is the address below which its feeds lie. */
export function atomFeed(book: BookChanges, root: string, { origin, isSimulated }: FeedSender): string {
  const tag = (id: string) => `tag:${new URL(origin).hostname},${TAG_YEAR}:watch/${id}`;
  const areas = new Map(book.areas.map((area) => [area.id, area]));
  const entries = book.changes.toReversed().flatMap(({ area: id, change }): string[] => {
    const area = areas.get(id);
    if (!area) return [];
    const { title, text, level, unknown } = messageOfChange(book, area, change, isSimulated).data;
    const at = isoMillis(change.atMs);
    const link = { rel: 'alternate', type: 'application/cap+xml', href: `${root}/cap/${id}/${change.change}.xml` };
    return [
      xmlElement('entry', [
        xmlElement('id', tag(changeId(id, change))),
        xmlElement('title', title),
        xmlElement('updated', at),
        xmlElement('published', at),
        xmlElement('category', [], { term: unknown ? 'unknown' : level }),
        xmlElement('link', [], link),
        xmlElement('summary', text),
      ]),
    ];
  });
  const updatedMs = book.changes.at(-1)?.change.atMs ?? book.createdMs;
  return `${XML_DECLARATION}${xmlElement(
    'feed',
    [
      xmlElement('id', tag(book.id)),
      xmlElement('title', feedTexts[languageOf(book.language)].feed),
      xmlElement('updated', isoMillis(updatedMs)),
      xmlElement('author', [xmlElement('name', SENDER_NAME)]),
      xmlElement('link', [], { rel: 'self', type: 'application/atom+xml', href: `${root}/feed.atom` }),
      ...entries,
    ],
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': book.language },
  )}\n`;
}
