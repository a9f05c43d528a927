import { useEffect, useState } from 'react';
import { callBook } from '#web/tools/watch/book/callBook.ts';

/** The key that push messages are signed with; undefined until it is known, and where the server sends none. */
export function useVapidKey(): string | undefined {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    let wanted = true;
    // Before the press that subscribes: browsers ask for nothing long after one.
    callBook<{ readonly publicKey: string }>('/vapid').then((called) => {
      if (wanted && called.ok) setKey(called.value.publicKey);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return key;
}
