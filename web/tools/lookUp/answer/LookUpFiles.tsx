import { useState } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { saveFile } from '#web/tools/ask/saveFile.ts';
import { TakeAway } from '#web/tools/ask/TakeAway.tsx';
import { FILE_FORMATS, type FileFormat, fetchLookUpFile, lookUpFault } from './askLookUp.ts';

const NAMES: Readonly<Record<FileFormat, string>> = { csv: 'CSV', geojson: 'GeoJSON', kml: 'KML' };

/** The answer as files, on paper, and as a link. */
export function LookUpFiles({ question }: { readonly question: LookUpQuestion }) {
  const { LL } = useTexts();
  const words = LL.lookUp.files;
  const [said, setSaid] = useState('');
  const save = async (format: FileFormat) => {
    setSaid('');
    const file = await fetchLookUpFile(question, format);
    if (!file.ok) return setSaid(`${words.failed()} ${LL.lookUp.failure[lookUpFault(file)]()}`);
    saveFile(file.value, `candidates-${new Date(question.reportedMs).toISOString().slice(0, 10)}.${format}`);
  };
  return (
    <TakeAway words={words} link={window.location.href} said={said}>
      {FILE_FORMATS.map((format) => (
        <Button key={format} onClick={() => save(format)}>
          {NAMES[format]}
        </Button>
      ))}
    </TakeAway>
  );
}
