import { useState } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import type { Asked } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePersonProof } from '#web/tools/watch/book/usePersonProof.tsx';
import { changeWall, type KeptSetup, keepWall, removeWall, replaceViewKey, type WallLink } from './keptWall.ts';
import styles from './WallSetupDialog.module.css';

interface KeepWallProps {
  readonly setup: KeptSetup;
  /** Undefined while it is not kept. */
  readonly link: WallLink | undefined;
  readonly onLink: (link: WallLink | undefined) => void;
}

/** Keeps the setup on the server, or changes one that is kept there. */
export function KeepWall({ setup, link, onLink }: KeepWallProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const { prove, widget } = usePersonProof();
  /** Says what came of a call; of one that failed, why. */
  const run = async <Value,>(call: () => Promise<Asked<Value> | undefined>, then: (value: Value) => string) => {
    setBusy(true);
    setSaid('');
    const asked = await call();
    setBusy(false);
    if (asked?.ok) return setSaid(then(asked.value));
    if (!asked) return setSaid(words.unproven());
    const why = { limited: words.busyNow, busy: words.busyNow, missing: words.gone };
    setSaid((why[asked.trouble as keyof typeof why] ?? words.failed)());
  };
  const keep = () =>
    run(
      async () => {
        const proof = await prove();
        return proof.ok ? await keepWall(setup, proof.token) : undefined;
      },
      (kept) => {
        onLink(kept);
        return '';
      },
    );
  return (
    <div className={styles.keep}>
      {link ? (
        <div className={styles.actions}>
          <Button disabled={busy} onClick={() => run(() => changeWall(link, setup), words.saved)}>
            {words.save()}
          </Button>
          <Button
            disabled={busy}
            onClick={() =>
              run(
                () => replaceViewKey(link),
                ({ viewKey }) => {
                  onLink({ ...link, viewKey });
                  return '';
                },
              )
            }
          >
            {words.newKey()}
          </Button>
          <Button
            disabled={busy}
            onClick={() =>
              run(
                () => removeWall(link),
                () => {
                  onLink(undefined);
                  return words.removed();
                },
              )
            }
          >
            {words.remove()}
          </Button>
        </div>
      ) : (
        <>
          <p>{words.keepText()}</p>
          <Button disabled={busy} onClick={keep}>
            {busy ? words.keeping() : words.keep()}
          </Button>
        </>
      )}
      {widget}
      <p role="status">{said}</p>
    </div>
  );
}
