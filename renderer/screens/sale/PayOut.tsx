/** The pay-out of a return, an exchange or empties, in the place of the tenders: what the customer gets, and where it goes before anything moves. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PayOutInput, PayOutView, ReturnView } from '../../../main/wire/returns.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { createPayOutSteps } from '../../checkout/payOut.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { PayOutList } from '../../parts/PayOutList.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { isReturned } from '../../stores/lines.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { BOTTOM_BAR } from './bottomBar.ts';

const WAYS = { goods: ['same', 'cash', 'loyalty'], empties: ['cash', 'loyalty'] } as const;
type Way = (typeof WAYS)[keyof typeof WAYS][number];

export default function PayOut({ amount }: { readonly amount: number }) {
  const { basket, checkout, till } = useApp();
  const { t, money, problem: textOf } = useReturnsTexts();
  const card = useStore(basket, state => state.card?.number ?? null);
  const busy = useStore(till, state => state.busy !== null);
  const isPartlyPaid = useStore(basket, state => state.parts.some(({ status }) => status === 'paid'));
  const goods = useStore(basket, state => state.lines.some(isReturned));
  const [chosen, setWay] = useState<Way>('same');
  // Nobody paid for empties: there is no tender that they go back to.
  const way = chosen === 'same' && !goods ? 'cash' : chosen;
  const { view, problem } = usePlan();
  const outs = outsOf(way, amount, view, { card, goods });
  const isReady = view !== null && outs !== null && !busy;
  const press = () =>
    isReady && void createPayOutSteps(checkout.inside).payOut(way === 'same' ? undefined : inputOf(outs, card));
  return (
    <section aria-label={t('back.due')} className="grid gap-2 border-t border-line bg-surface px-3 pt-2 pb-3">
      <dl className="flex w-full flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-xl font-semibold">{t(amount > 0 ? 'back.due' : 'back.even')}</dt>
        {amount > 0 && (
          <dd className="figures ms-auto text-sum leading-tight font-bold" data-testid="pay-out">
            {money(amount)}
          </dd>
        )}
      </dl>
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      {amount > 0 && (
        <>
          <Choice
            label={t('back.way')}
            value={way}
            options={WAYS[goods ? 'goods' : 'empties'].map(value => ({ value, text: t(`back.way.${value}`) }))}
            onChange={setWay}
          />
          {outs ? <PayOutList outs={outs} tenders={view?.tenders ?? []} /> : <p>{t('back.scanCard')}</p>}
        </>
      )}
      <div className={BOTTOM_BAR}>
        <PayOutButton key={`${way} ${amount}`} amount={amount} isReady={isReady} busy={busy} onPress={press} />
      </div>
      {goods && !isPartlyPaid && <GiveUp busy={busy} />}
    </section>
  );
}

interface PayOutButtonProps {
  readonly amount: number;
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly onPress: () => unknown;
}

/** Money leaves the drawer or goes to a card, so that one press, or the key of another tender, is not enough. */
function PayOutButton({ amount, isReady, busy, onPress }: PayOutButtonProps) {
  const { t, money } = useReturnsTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  const press = amount > 0 ? ask : () => void onPress();
  useKeys([['F8', isReady && !isOpen && press]]);
  const text = amount > 0 ? t('back.payOut', { amount: money(amount) }) : t('back.close');
  if (isOpen)
    return (
      <Confirmation
        icon="cash"
        yes={busy ? t('back.busy') : t('back.payOutYes', { amount: money(amount) })}
        no={t('back.giveUpNo')}
        busy={busy}
        onYes={() => answer(onPress)}
        onNo={close}
      />
    );
  return (
    <Button className="w-full" size="tall" look="primary" icon="cash" hint="F8" disabled={!isReady} onPress={press}>
      {busy ? t('back.busy') : text}
    </Button>
  );
}

/** Proposal of the bridge for the basket as it is now. */
function usePlan(): { readonly view: ReturnView | null; readonly problem: Problem | null } {
  const { basket, checkout } = useApp();
  const rev = useStore(basket, state => state.rev);
  const parts = useStore(basket, state => state.parts);
  const [view, setView] = useState<ReturnView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the basket or its payments have changed
  useEffect(() => {
    let left = false;
    setView(null);
    checkout.payOutPlan().then(
      plan => {
        if (left) return;
        setView(plan);
        setProblem(null);
      },
      error => left || setProblem(problemOf(error)),
    );
    return () => {
      left = true;
    };
  }, [checkout, rev, parts]);
  return { view, problem };
}

/** Null where the way needs a loyalty card that was not scanned yet. */
function outsOf(
  way: Way,
  amount: number,
  view: ReturnView | null,
  { card, goods }: { readonly card: string | null; readonly goods: boolean },
): readonly PayOutView[] | null {
  if (way === 'same') return view?.pay_out ?? [];
  if (way === 'loyalty' && card === null) return null;
  const paidInCash = (view?.tenders ?? [])
    .filter(({ method }) => method === 'cash')
    .reduce((sum, { given, back }) => sum + Math.max(0, given - back), 0);
  return [
    {
      ...{ method: way, amount, sale: null, tender: null, how: null },
      by_right: goods && way === 'cash' && amount > paidInCash,
    },
  ];
}

const inputOf = (outs: readonly PayOutView[] | null, card: string | null): NonNullable<PayOutInput['back']> =>
  (outs ?? []).map(({ method, amount }) => ({
    method,
    amount,
    ...(method === 'loyalty' && card !== null ? { card } : {}),
  }));

function GiveUp({ busy }: { readonly busy: boolean }) {
  const { checkout } = useApp();
  const { t } = useReturnsTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  if (!isOpen)
    return (
      <Button look="quiet" icon="undo" disabled={busy} onPress={ask}>
        {t('back.giveUp')}
      </Button>
    );
  return (
    <Confirmation
      danger
      text={t('back.giveUpSure')}
      yes={t('back.giveUpYes')}
      no={t('back.giveUpNo')}
      onYes={() => answer(checkout.giveUpReturn)}
      onNo={close}
    />
  );
}
