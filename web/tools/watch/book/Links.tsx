import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { BookView } from '#shared/watch/BookView.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type BookPlace, pathOf } from '#web/kit/routing/routes.ts';
import styles from './Book.module.css';
import { type BookKeys, bookLink } from './bookAddress.ts';
import { CopiedLink } from './CopiedLink.tsx';
import { callBook, callFaultOf, faultText } from './callBook.ts';
import { forgetBook, nextKey, type RenewedKey } from './deviceBooks.ts';
import { LentLinks } from './LentLinks.tsx';
import { Sure } from './Sure.tsx';

interface LinksProps {
  readonly place: BookPlace;
  readonly keys: BookKeys;
  readonly alone: boolean;
  readonly lent: BookView['lent'];
  /** People work there: further links, and keys to hand out, belong to it. */
  readonly site: boolean;
  readonly onChanged: () => void;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

export function Links({ place, keys, alone, lent, site, onChanged, onRenewed }: LinksProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.links;
  const linkOf = (of: BookKeys) => window.location.origin + bookLink(place, of, locale);
  const leave = () => {
    forgetBook(place);
    navigate(pathOf('watch', locale));
  };
  return (
    <section className={styles.section}>
      <h2>{site ? words.title() : words.mine()}</h2>
      <p>{site ? words.text() : words.mineText()}</p>
      {keys.owner && (
        <CopiedLink
          label={site ? words.owner() : words.mine()}
          link={linkOf(keys)}
          button={site ? words.copyOwner() : words.copyMine()}
          scanned={words.scanned.owner()}
        />
      )}
      {(site || !keys.owner) &&
        (keys.view ? (
          <CopiedLink
            label={words.view()}
            link={linkOf({ view: keys.view })}
            button={words.copyView()}
            scanned={words.scanned.view()}
          />
        ) : (
          <p>{words.onlyMaker()}</p>
        ))}
      {site && keys.owner && <RenewKeys bookId={place.id} ownerKey={keys.owner} onRenewed={onRenewed} />}
      {site && keys.owner && <LentLinks place={place} ownerKey={keys.owner} lent={lent} onChanged={onChanged} />}
      <div className={`${styles.row} ${styles.leave}`}>
        <Button onClick={leave}>{words.forget()}</Button>
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

interface RenewKeysProps {
  readonly bookId: string;
  readonly ownerKey: string;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

/** Makes a new owner or view key, after a link was handed out too widely. */
function RenewKeys({ bookId, ownerKey, onRenewed }: RenewKeysProps) {
  const { LL } = useTexts();
  const words = LL.watch.links.renewKeys;
  const [renewed, setRenewed] = useState<{ readonly which: RenewedKey; readonly called: Asked<unknown> }>();
  const renew = async (which: RenewedKey) => {
    const key = nextKey(bookId, which);
    const called = await callBook(`/${bookId}/${which}-key`, { method: 'POST', key: ownerKey, body: { key } });
    setRenewed({ which, called });
    if (called.ok) onRenewed(which, key);
  };
  const failed = renewed && !renewed.called.ok && renewed.called;
  const sure = (which: RenewedKey) => (
    <Sure
      key={`${which} ${renewed?.called.ok}`}
      label={words.label[which]()}
      question={words.sure[which]()}
      yes={LL.watch.links.lent.renewYes()}
      no={LL.watch.links.lent.no()}
      onYes={() => renew(which)}
    />
  );
  return (
    <div data-renew-keys>
      <div className={styles.row}>
        {sure('owner')}
        {sure('view')}
      </div>
      <p role="status">{renewed?.called.ok && words.done[renewed.which]()}</p>
      <p role="alert" className={form.error}>
        {failed && (callFaultOf(failed) === 'network' ? words.unsure() : faultText(failed, LL))}
      </p>
    </div>
  );
}
