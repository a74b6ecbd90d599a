/** The head of a page, its loading and its problems. */

import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Resource } from '../data/useResource.ts';
import { Button } from '../parts/Button.tsx';
import { Message, ScreenTitle, StatusRegion } from '../parts/Panel.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';
import { useOffice, useProblemText } from './context.tsx';

interface PageHeadProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly about?: string;
  /** Buttons beside the title. */
  readonly children?: ReactNode;
}

export function PageHead({ title, about, children }: PageHeadProps) {
  const { t } = useOfficeTexts();
  const full = `${title} – ${t('office.name')}`;
  useEffect(() => {
    document.title = full;
  }, [full]);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <ScreenTitle className="text-2xl font-bold wrap-anywhere">{title}</ScreenTitle>
        {about && <p className="max-w-prose text-soft">{about}</p>}
      </div>
      {children}
    </div>
  );
}

/** Says that an answer is on its way, or why there is none. */
export function AnswerState({ answer }: { readonly answer: Resource<unknown> }) {
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const { value, loading, problem, reload } = answer;
  const { presence } = useOffice();
  const returns = useStore(presence, state => state.returns);
  const [seen, setSeen] = useState(returns);
  useEffect(() => {
    if (returns === seen) return;
    setSeen(returns);
    if (problem) reload();
  }, [returns, seen, problem, reload]);
  return (
    <StatusRegion>
      {loading && !value && <p className="text-soft">{t('office.loading')}</p>}
      {problem && !loading && (
        <Message
          tone="error"
          action={
            <Button look="quiet" onPress={answer.reload}>
              {t('office.again')}
            </Button>
          }
        >
          {problemText(problem)}
        </Message>
      )}
    </StatusRegion>
  );
}

export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
