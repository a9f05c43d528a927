import { useEffect, useState } from 'react';
import type { DeliveryView } from '#shared/watch/RecipientView.ts';
import { callBook } from './callBook.ts';

const NONE: readonly DeliveryView[] = [];

/** The newest messages of a book, for its owner: read anew whenever `version` changes. */
export function useDeliveries(bookId: string, ownerKey: string | undefined, version: string): readonly DeliveryView[] {
  const [deliveries, setDeliveries] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other deliveries
  useEffect(() => {
    if (ownerKey === undefined) return;
    let wanted = true;
    const read = callBook<{ readonly deliveries: readonly DeliveryView[] }>(`/${bookId}/deliveries`, { key: ownerKey });
    read.then((called) => {
      if (wanted && called.ok) setDeliveries(called.value.deliveries);
    });
    return () => {
      wanted = false;
    };
  }, [bookId, ownerKey, version]);
  return deliveries;
}
