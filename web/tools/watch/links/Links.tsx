import { navigate } from 'wouter/use-browser-location';
import type { BookView } from '#shared/watch/BookView.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type BookPlace, pathOf } from '#web/kit/routing/routes.ts';
import styles from '#web/tools/watch/book/Book.module.css';
import { type BookKeys, bookLink } from '#web/tools/watch/book/bookAddress.ts';
import { forgetBook } from '#web/tools/watch/book/deviceBooks.ts';
import type { RenewedKey } from '#web/tools/watch/book/nextKeys.ts';
import { CopiedLink } from './CopiedLink.tsx';
import { LentLinks } from './LentLinks.tsx';
import { RemoveArea } from './RemoveArea.tsx';
import { RenewKeys } from './RenewKeys.tsx';

interface LinksProps {
  readonly place: BookPlace;
  readonly keys: BookKeys;
  /** Whether the book has no other area. */
  readonly alone: boolean;
  /** Which keys the owner has handed out. */
  readonly lent: BookView['lent'];
  readonly onChanged: () => void;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

/** The links that are the keys, to be kept; and how to let go of them. */
export function Links({ place, keys, alone, lent, onChanged, onRenewed }: LinksProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.links;
  const linkOf = (of: BookKeys) => window.location.origin + bookLink(place, of, locale);
  const leave = () => {
    forgetBook(place);
    navigate(pathOf('watch', locale));
  };
  return (
    <section className={styles.section}>
      <h2>{words.title()}</h2>
      <p>{words.text()}</p>
      {keys.owner && (
        <CopiedLink
          label={words.owner()}
          link={linkOf(keys)}
          button={words.copyOwner()}
          scanned={words.scanned.owner()}
        />
      )}
      {keys.view ? (
        <CopiedLink
          label={words.view()}
          link={linkOf({ view: keys.view })}
          button={words.copyView()}
          scanned={words.scanned.view()}
        />
      ) : (
        <p>{words.onlyMaker()}</p>
      )}
      {keys.owner && <RenewKeys bookId={place.id} ownerKey={keys.owner} onRenewed={onRenewed} />}
      {keys.owner && <LentLinks place={place} ownerKey={keys.owner} lent={lent} onChanged={onChanged} />}
      <div className={`${styles.row} ${styles.leave}`}>
        <Button onClick={leave}>{words.forget()}</Button>
        {keys.owner && <RemoveArea place={place} ownerKey={keys.owner} alone={alone} onRemoved={leave} />}
      </div>
    </section>
  );
}
