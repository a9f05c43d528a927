import type { BookView } from '#shared/watch/BookView.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import { bookLink } from '#web/tools/watch/book/bookAddress.ts';
import { LentLink } from './LentLink.tsx';

interface LentLinksProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  /** Which of them are handed out; undefined if that is not known. */
  readonly lent: BookView['lent'];
  readonly onChanged: () => void;
}

/** The keys that an owner hands out and takes back: the link of those on duty, and the address of the feed. */
export function LentLinks({ place, ownerKey, lent, onChanged }: LentLinksProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.links.lent;
  const dutyLink = (key: string) => window.location.origin + bookLink(place, { duty: key }, locale);
  const rest = { bookId: place.id, ownerKey, onChanged };
  return (
    <>
      <h3>{words.title()}</h3>
      <p>{words.text()}</p>
      <LentLink which="duty" isLent={lent?.duty === true} linkOf={({ dutyKey = '' }) => dutyLink(dutyKey)} {...rest} />
      <LentLink which="feed" isLent={lent?.feed === true} linkOf={({ atomUrl = '' }) => atomUrl} {...rest} />
    </>
  );
}
