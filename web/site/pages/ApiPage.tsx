import { PageIntro } from '#web/kit/components/PageIntro.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Access } from '#web/tools/api/Access.tsx';
import { Contents } from '#web/tools/api/Contents.tsx';
import { DataTerms } from '#web/tools/api/DataTerms.tsx';
import { EmbedSection } from '#web/tools/api/EmbedSection.tsx';
import { Errors } from '#web/tools/api/Errors.tsx';
import { QuickStart } from '#web/tools/api/QuickStart.tsx';
import { Reading } from '#web/tools/api/Reading.tsx';
import { Recipes } from '#web/tools/api/Recipes.tsx';
import { Reference } from '#web/tools/api/reference/Reference.tsx';
import { WhatItIs } from '#web/tools/api/WhatItIs.tsx';

export default function ApiPage() {
  const { api } = useTexts().LL;
  return (
    <>
      <PageIntro title={api.title()} lead={api.lead()} />
      <Contents />
      <WhatItIs />
      <QuickStart />
      <Reading />
      <Access />
      <Errors />
      <DataTerms />
      <EmbedSection />
      <Recipes />
      <Reference />
    </>
  );
}
