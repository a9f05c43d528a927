import { useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import { callBook, callFaultOf, faultText } from '#web/tools/watch/book/callBook.ts';
import { Sure } from '#web/tools/watch/book/Sure.tsx';

interface RemoveAreaProps {
  readonly place: BookPlace;
  readonly ownerKey: string;
  /** Whether the book has no other area: it then goes too. */
  readonly alone: boolean;
  readonly onRemoved: () => void;
}

/** Ends the watching for good, once the owner has said so twice. */
export function RemoveArea({ place: { id, area }, ownerKey, alone, onRemoved }: RemoveAreaProps) {
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
