import { useState } from 'react';
import type { BookView } from '#shared/watch/BookView.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import styles from './Book.module.css';
import { bookLink } from './bookAddress.ts';
import { CopiedLink } from './CopiedLink.tsx';
import { callBook, faultText } from './callBook.ts';
import { Sure } from './Sure.tsx';

interface LentLinksProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  /** Which keys are handed out; undefined if unknown. */
  readonly lent: BookView['lent'];
  readonly onChanged: () => void;
}

/** The keys that an owner hands out and takes back: the duty link, and the address of the feed. */
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

interface LentAccess {
  readonly dutyKey?: string;
  readonly atomUrl?: string;
}

interface LentLinkProps {
  readonly bookId: string;
  readonly ownerKey: string;
  readonly which: 'duty' | 'feed';
  readonly isLent: boolean;
  readonly linkOf: (made: LentAccess) => string;
  readonly onChanged: () => void;
}

/** Makes, renews and revokes a key. It is shown once; what ends is said before it ends. */
function LentLink({ bookId, ownerKey, which, isLent, linkOf, onChanged }: LentLinkProps) {
  const { LL } = useTexts();
  const words = LL.watch.links.lent;
  const [made, setMade] = useState<Asked<LentAccess>>();
  const [revoked, setRevoked] = useState<Asked<undefined>>();
  const path = `/${bookId}/${which}-key`;
  const make = async () => {
    const called = await callBook<LentAccess>(path, { method: 'POST', key: ownerKey });
    setMade(called);
    setRevoked(undefined);
    onChanged();
  };
  const revoke = async () => {
    const called = await callBook<undefined>(path, { method: 'DELETE', key: ownerKey });
    setRevoked(called);
    if (called.ok) setMade(undefined);
    onChanged();
  };
  const failed = [made, revoked].find((called) => called && !called.ok);
  const isOut = made?.ok || (isLent && !revoked?.ok);
  return (
    <div className={styles.lent} data-lent={which}>
      {made?.ok && (
        <CopiedLink
          label={words.label[which]()}
          link={linkOf(made.value)}
          button={words.copy()}
          scanned={LL.watch.links.scanned[which]()}
        />
      )}
      {isOut && !made?.ok && <p>{words.inUse[which]()}</p>}
      <div className={styles.row}>
        {isOut ? (
          <>
            <Sure
              key={made?.ok ? linkOf(made.value) : which}
              label={words.renew[which]()}
              question={words.renewSure[which]()}
              yes={words.renewYes()}
              no={words.no()}
              onYes={make}
            />
            <Sure
              label={words.revoke[which]()}
              question={words.revokeSure[which]()}
              yes={words.revokeYes()}
              no={words.no()}
              onYes={revoke}
            />
          </>
        ) : (
          <Button onClick={make}>{words.make[which]()}</Button>
        )}
      </div>
      <p role="status">{revoked?.ok && words.revoked[which]()}</p>
      <p role="alert" className={form.error}>
        {failed && !failed.ok && faultText(failed, LL)}
      </p>
    </div>
  );
}
