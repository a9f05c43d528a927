import { useState } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import type { BookPlace } from '#web/routing/routes.ts';
import styles from './Book.module.css';
import { bookLink } from './bookAddress.ts';
import { CopiedLink } from './CopiedLink.tsx';
import { type Called, callBook } from './callBook.ts';
import { faultText } from './faultText.ts';

interface LentLinksProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
}

/** Makes the keys that an owner hands out: the link of those on duty, and the address of the feed. Each is told once. */
export function LentLinks({ place, ownerKey }: LentLinksProps) {
  const { LL, locale } = useTexts();
  const words = LL.book.lent;
  const [duty, setDuty] = useState<Called<{ readonly dutyKey: string }>>();
  const [feed, setFeed] = useState<Called<{ readonly atomUrl: string }>>();
  const call = { method: 'POST', key: ownerKey } as const;
  const failed = [duty, feed].find((called) => called && !called.ok);
  return (
    <>
      <h3>{words.title()}</h3>
      <p>{words.text()}</p>
      <div className={styles.row}>
        <button
          type="button"
          className={buttons.secondary}
          onClick={async () => setDuty(await callBook(`/${place.id}/duty-key`, call))}
        >
          {words.duty()}
        </button>
        <button
          type="button"
          className={buttons.secondary}
          onClick={async () => setFeed(await callBook(`/${place.id}/feed-key`, call))}
        >
          {words.feed()}
        </button>
      </div>
      {duty?.ok && (
        <CopiedLink
          label={words.dutyLabel()}
          link={window.location.origin + bookLink(place, { duty: duty.value.dutyKey }, locale)}
          button={words.copy()}
        />
      )}
      {feed?.ok && <CopiedLink label={words.feedLabel()} link={feed.value.atomUrl} button={words.copy()} />}
      <p role="alert" className={styles.error}>
        {failed && !failed.ok && faultText(failed, LL)}
      </p>
    </>
  );
}
