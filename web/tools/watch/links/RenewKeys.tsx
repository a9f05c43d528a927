import { useState } from 'react';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/watch/book/Book.module.css';
import { callBook, callFaultOf, faultText } from '#web/tools/watch/book/callBook.ts';
import { nextKey, type RenewedKey } from '#web/tools/watch/book/nextKeys.ts';
import { Sure } from '#web/tools/watch/book/Sure.tsx';

interface RenewKeysProps {
  readonly bookId: string;
  readonly ownerKey: string;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

/** Makes a new owner or view key, for whoever handed out a link too widely. */
export function RenewKeys({ bookId, ownerKey, onRenewed }: RenewKeysProps) {
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
