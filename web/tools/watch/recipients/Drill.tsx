import { useState } from 'react';
import form from '#web/kit/components/Form.module.css';
import type { Asked } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import book from '#web/tools/watch/book/Book.module.css';
import { callBook, faultText } from '#web/tools/watch/book/callBook.ts';
import { Sure } from '#web/tools/watch/book/Sure.tsx';

interface DrillProps {
  /** Of the area, below /watch. */
  readonly path: string;
  readonly ownerKey: string;
  readonly onSent: () => void;
}

/** Sends everybody a message that says it is a drill, by the whole chain. */
export function Drill({ path, ownerKey, onSent }: DrillProps) {
  const { LL } = useTexts();
  const words = LL.book.drill;
  const [called, setCalled] = useState<Asked<undefined>>();
  const [count, setCount] = useState(0);
  const send = async () => {
    setCalled(await callBook<undefined>(`${path}/drill`, { method: 'POST', key: ownerKey }));
    setCount(count + 1);
    onSent();
  };
  return (
    <>
      <Sure key={count} label={words.send()} question={words.sure()} yes={words.yes()} no={words.no()} onYes={send} />
      <p role="status" className={called?.ok ? book.said : form.error}>
        {called && (called.ok ? words.sent() : faultText(called, LL))}
      </p>
    </>
  );
}
