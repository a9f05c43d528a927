import { Access } from '#web/api/Access.tsx';
import { Contents } from '#web/api/Contents.tsx';
import { ApiConsole } from '#web/api/console/ApiConsole.tsx';
import { DataTerms } from '#web/api/DataTerms.tsx';
import { EmbedSection } from '#web/api/EmbedSection.tsx';
import { Errors } from '#web/api/Errors.tsx';
import { QuickStart } from '#web/api/QuickStart.tsx';
import { Reading } from '#web/api/Reading.tsx';
import { Recipes } from '#web/api/Recipes.tsx';
import { Reference } from '#web/api/reference/Reference.tsx';
import { WhatItIs } from '#web/api/WhatItIs.tsx';
import { useTexts } from '#web/i18n/index.ts';
import { PageIntro } from '#web/kit/PageIntro.tsx';

export default function ApiPage() {
  const { api } = useTexts().LL;
  return (
    <>
      <PageIntro title={api.title()} lead={api.lead()} />
      <Contents />
      <WhatItIs />
      <QuickStart />
      <ApiConsole />
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
