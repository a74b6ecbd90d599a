/** The frame of a manager's page. The bar beside it leads back to the sale, and so does Escape. */

import '../styles/pages.css';
import { type ReactNode, type Ref, useEffect } from 'react';
import { useApp } from '../app/context.tsx';
import { useKeys } from '../app/keys.ts';
import { needsDayEnd, type Problem } from '../bridge/problem.ts';
import { Button } from '../parts/Button.tsx';
import { Message, ScreenTitle, StatusRegion } from '../parts/Panel.tsx';
import { useManagerTexts } from '../texts/pages/manager.ts';
import { UnsavedGuard, useGuard } from './unsaved.tsx';

interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const Page = (props: PageProps) => (
  <UnsavedGuard>
    <Framed {...props} />
  </UnsavedGuard>
);

function Framed({ title, children }: PageProps) {
  const { managerPage, till, checkout } = useApp();
  const { leave, closer } = useGuard();
  useKeys([['Escape', () => (closer.current ? closer.current() : leave(managerPage.back))]]);
  // A cashier who came here because the terminal needs its end-of-day returns to the basket.
  useEffect(
    () => () => {
      if (needsDayEnd(till.getState().failure)) checkout.backToBasket();
    },
    [till, checkout],
  );
  return (
    <main className="relative mx-auto grid w-full max-w-[90rem] min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto p-4 scroll-pb-44">
      <ScreenTitle className="text-2xl font-bold">{title}</ScreenTitle>
      {children}
    </main>
  );
}

interface PageProblemProps {
  readonly problem: Problem | null;
  readonly onAgain: () => void;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Reason why the page cannot be filled or a request was refused, with a button that tries again. */
export function PageProblem({ problem, onAgain, children, ref }: PageProblemProps) {
  const { t, problem: textOf } = useManagerTexts();
  const again = (
    <Button look="quiet" onPress={onAgain}>
      {t('manager.again')}
    </Button>
  );
  return (
    <StatusRegion {...(ref ? { ref } : {})}>
      {problem && (
        <Message tone="error" action={again}>
          <span className="block">{textOf(problem)}</span>
          {children}
        </Message>
      )}
    </StatusRegion>
  );
}

export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
