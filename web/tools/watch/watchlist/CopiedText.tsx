import { useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';

interface CopiedTextProps {
  readonly label: string;
  readonly text: string;
  readonly button: string;
  readonly texts: Readonly<Record<'copied' | 'copyFailed', () => string>>;
}

/** A line of text, such as a link, that can be selected and copied. */
export function CopiedText({ label, text, button, texts }: CopiedTextProps) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <>
      <Field label={label}>
        {(ties) => <input {...ties} type="text" readOnly value={text} onFocus={({ target }) => target.select()} />}
      </Field>
      <Button onClick={async () => setCopied(await copyText(text))}>{button}</Button>
      <p role="status">
        {copied === true && texts.copied()}
        {copied === false && texts.copyFailed()}
      </p>
    </>
  );
}
