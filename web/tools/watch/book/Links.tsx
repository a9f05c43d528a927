import { lazy, Suspense, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { BookView } from '#shared/watch/bodies.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type BookPlace, pathOf } from '#web/kit/routing/routes.ts';
import styles from './Book.module.css';
import { type BookKeys, bookLink } from './bookAddress.ts';
import { CopiedLink } from './CopiedLink.tsx';
import { callBook, callFaultOf, faultText } from './callBook.ts';
import { forgetBook, type RenewedKey } from './deviceBooks.ts';
import { Sure } from './Sure.tsx';

/** Most places need none. */
const OwnerKeys = lazy(() => withinChunkTimeout(import('./OwnerKeys.tsx')));

interface LinksProps {
  readonly place: BookPlace;
  readonly keys: BookKeys;
  readonly alone: boolean;
  readonly delegatedKeys: BookView['delegatedKeys'];
  /** People work there: further links, and keys to hand out, belong to it. */
  readonly site: boolean;
  readonly onChanged: () => void;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

export function Links({ place, keys, alone, delegatedKeys, site, onChanged, onRenewed }: LinksProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.links;
  const linkOf = (of: BookKeys) => window.location.origin + bookLink(place, of, locale);
  const leave = () => {
    forgetBook(place);
    navigate(pathOf('watch', locale));
  };
  return (
    <section className={styles.section}>
      <h2>{site ? texts.title() : texts.mine()}</h2>
      <p>{texts.text()}</p>
      {keys.owner && (
        <CopiedLink
          label={site ? texts.owner() : texts.mine()}
          link={linkOf(keys)}
          button={site ? texts.copyOwner() : texts.copyMine()}
          scanned={texts.scanned.owner()}
        />
      )}
      {(site || !keys.owner) &&
        (keys.view ? (
          <CopiedLink
            label={texts.view()}
            link={linkOf({ view: keys.view })}
            button={texts.copyView()}
            scanned={texts.scanned.view()}
          />
        ) : (
          <p>{texts.onlyMaker()}</p>
        ))}
      {site && keys.owner && (
        <Suspense>
          <OwnerKeys
            place={place}
            ownerKey={keys.owner}
            delegatedKeys={delegatedKeys}
            onChanged={onChanged}
            onRenewed={onRenewed}
          />
        </Suspense>
      )}
      <div className={`${styles.row} ${styles.leave}`}>
        <Button onClick={leave}>{texts.forget()}</Button>
        {keys.owner && <RemoveArea place={place} ownerKey={keys.owner} alone={alone} onRemoved={leave} />}
      </div>
    </section>
  );
}

interface RemoveAreaProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  /** This is the book's only area: the book then goes too. */
  readonly alone: boolean;
  readonly onRemoved: () => void;
}

function RemoveArea({ place: { id, area }, ownerKey, alone, onRemoved }: RemoveAreaProps) {
  const { LL } = useTexts();
  const words = LL.watch.links;
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    const path = alone ? `/${id}` : `/${id}/areas/${area}`;
    const called = await callBook(path, { method: 'DELETE', key: ownerKey });
    if (called.ok || callFaultOf(called) === 'gone') onRemoved();
    else setFailure(faultText(called, LL));
  };
  return (
    <Sure
      label={words.remove()}
      question={failure ?? words.removeSure()}
      yes={words.removeYes()}
      no={words.removeNo()}
      onYes={remove}
    />
  );
}
