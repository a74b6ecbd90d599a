/** Chooses the page for the address, and shows the sign-in to people who are not signed in. */

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';
import type { Address } from './address.ts';
import { useOffice, useProblemText } from './context.tsx';
import { Frame } from './Frame.tsx';
import { PageHead } from './Page.tsx';
import { type PageName, pages } from './pages.ts';
import { SignIn } from './SignIn.tsx';

/** Pages below another one of the navigation: one sale, one closing. */
type PartName = PageName | 'sale' | 'closing';
const ABOVE = { sale: 'sales', closing: 'reports' } as const;

const PAGES: Readonly<Record<PartName, ComponentType>> = {
  today: lazy(() => import('./today/Today.tsx')),
  reports: lazy(() => import('./reports/Reports.tsx')),
  sales: lazy(() => import('./sales/SalesList.tsx')),
  sale: lazy(() => import('./sales/Sale.tsx')),
  closing: lazy(() => import('./closings/Closing.tsx')),
  tills: lazy(() => import('./tills/Tills.tsx')),
  bank: lazy(() => import('./bank/Bank.tsx')),
  shop: lazy(() => import('./shop/Shop.tsx')),
  people: lazy(() => import('./people/People.tsx')),
  audit: lazy(() => import('./audit/Audit.tsx')),
  account: lazy(() => import('./account/Account.tsx')),
};

const SecondFactor = lazy(async () => ({ default: (await import('./account/SecondFactor.tsx')).SecondFactor }));

export function Office() {
  const { session, address } = useOffice();
  const state = useStore(session, session => session.state);
  const path = useStore(address, ({ path }) => path.join('/'));
  if (state === 'connecting') return <Connecting />;
  if (state === 'signedOut') return <SignIn />;
  if (state === 'settingUp') return <SetUp />;
  const { path: parts } = address.getState();
  const name = pageOf(parts);
  return (
    <Frame current={name === 'sale' || name === 'closing' ? ABOVE[name] : name}>
      <Suspense fallback={<Loading />}>{name ? <Page key={keyOf(name, path)} name={name} /> : <NotFound />}</Suspense>
    </Frame>
  );
}

/** A report keeps its page when another report is chosen; a sale and a closing have their own. */
const keyOf = (name: PartName, path: string): string => (name in ABOVE ? path : name);

function pageOf([first = 'today', second]: Address['path']): PartName | null {
  if (first === 'sales' && second) return 'sale';
  if (first === 'closings' && second) return 'closing';
  return first in pages ? (first as PageName) : null;
}

function Page({ name }: { readonly name: PartName }) {
  const { session } = useOffice();
  const { t } = useOfficeTexts();
  const role = useStore(session, ({ me }) => me?.role);
  const Current = PAGES[name];
  if (name !== 'sale' && name !== 'closing' && role && !pages[name].roles.some(one => one === role))
    return <Message tone="warn">{t(role === 'readonly' ? 'office.readOnly' : 'office.notAllowed')}</Message>;
  return <Current />;
}

/** For somebody of whom the chain wants a second factor, and who has none yet: nothing else is open until there is one. */
function SetUp() {
  const { session } = useOffice();
  const { t } = useOfficeTexts();
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-5 p-4">
      <p className="text-lg text-soft">{t('office.name')}</p>
      <PageHead title={t('factor.setUp')} about={t('factor.wanted')} />
      <Suspense fallback={<Loading />}>
        <SecondFactor onDone={() => void session.start()} />
      </Suspense>
      <Button look="quiet" className="justify-self-start" onPress={() => void session.signOut()}>
        {t('office.signOut')}
      </Button>
    </main>
  );
}

/** Until it is known who is signed in. */
function Connecting() {
  const { session } = useOffice();
  const { t } = useOfficeTexts();
  const problem = useStore(session, state => state.problem);
  const problemText = useProblemText();
  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => void session.start(), RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [problem, session]);
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-4 text-center">
      <h1 className="text-2xl font-semibold">{t('office.name')}</h1>
      {problem ? (
        <Message
          tone="warn"
          action={
            <Button look="quiet" onPress={() => void session.start()}>
              {t('office.again')}
            </Button>
          }
        >
          {problemText(problem)}
        </Message>
      ) : (
        <p>{t('office.loading')}</p>
      )}
    </main>
  );
}

/** Milliseconds until the screen tries again by itself. */
const RETRY_AFTER = 5000;

function Loading(): ReactNode {
  const { t } = useOfficeTexts();
  return (
    <p role="status" className="text-soft">
      {t('office.loading')}
    </p>
  );
}

function NotFound() {
  const { t } = useOfficeTexts();
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl font-bold">{t('office.notFound')}</h1>
      <a href="/" className="text-action-ink underline">
        {t('office.nav.today')}
      </a>
    </div>
  );
}
