/** A cancellation that got stuck: some of the money has gone back, and a card could not take the rest. */

import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createPayOutSteps } from '../../checkout/payOut.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { HandOut } from '../../parts/HandOut.tsx';
import { Fact, Message, ScreenTitle } from '../../parts/Panel.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { broughtBy } from '../../stores/basketState.ts';
import { methodKey } from '../../texts/method.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';

export default function PartlyReversed() {
  const { till, checkout } = useApp();
  const { t, money, problem: textOf } = useReturnsTexts();
  const sale = useStore(till, state => state.sale);
  const busy = useStore(till, state => state.busy !== null);
  const failure = useStore(till, state => state.failure);
  if (!sale) return null;
  const parts = sale.parts ?? [];
  const gone = parts.filter(({ status }) => status === 'returned');
  const cashOut = gone.reduce((sum, part) => sum + (part.returned_as === 'cash' ? broughtBy(part) : 0), 0);
  const left = parts.filter(({ status }) => status === 'paid');
  const nameOf = ({ method, card, returned_as: as }: SalePart) =>
    as === 'cash' || card === undefined
      ? t(methodKey(as ?? method))
      : [card.cardtype ?? t('method.cashless'), card.last_four && `**** ${card.last_four}`].filter(Boolean).join(' ');
  return (
    <main className="mx-auto grid w-full max-w-2xl flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4">
      <ScreenTitle className="text-3xl leading-tight font-bold max-sm:text-2xl">{t('half.title')}</ScreenTitle>
      <Message tone="warn">{t('half.text')}</Message>
      {failure && <Message tone="error">{textOf(failure)}</Message>}
      {[[t('half.left'), left] as const, [t('half.gone'), gone] as const].map(([title, some]) => (
        <section key={title} aria-label={title}>
          <h2 className="font-semibold">{title}</h2>
          <dl>
            {some.map(part => (
              <Fact key={part.id} name={nameOf(part)}>
                {money(part.amount + (part.tip ?? 0))}
              </Fact>
            ))}
          </dl>
        </section>
      ))}
      {cashOut > 0 && <HandOut name={t('half.handOut')} amount={money(cashOut)} />}
      <Again left={left} busy={busy} />
      {left
        .filter(({ card }) => card !== undefined)
        .map(part => (
          <CashBack key={part.id} part={part} busy={busy} />
        ))}
      <Button icon="next" disabled={busy} onPress={() => void checkout.leave()}>
        {t('half.later')}
      </Button>
    </main>
  );
}

/** Gives the rest back where it was paid. */
function Again({ left, busy }: { readonly left: readonly SalePart[]; readonly busy: boolean }) {
  const { checkout } = useApp();
  const { t, money } = useReturnsTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  if (!isOpen)
    return (
      <Button size="tall" look="primary" icon="card" disabled={busy} onPress={ask}>
        {t('half.again')}
      </Button>
    );
  return (
    <Confirmation
      danger
      icon="undo"
      busy={busy}
      text={t('half.againSure', { amount: money(left.reduce((sum, part) => sum + broughtBy(part), 0)) })}
      yes={t('half.againYes')}
      no={t('half.cashNo')}
      onYes={() => answer(checkout.reverse)}
      onNo={close}
    />
  );
}

function CashBack({ part, busy }: { readonly part: SalePart; readonly busy: boolean }) {
  const { checkout } = useApp();
  const { t, money } = useReturnsTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  const amount = money(broughtBy(part));
  if (!isOpen)
    return (
      <Button size="tall" icon="cash" disabled={busy} onPress={ask}>
        {t('half.cash', { amount })}
      </Button>
    );
  return (
    <Confirmation
      danger
      busy={busy}
      text={t('half.cashSure', { amount })}
      yes={t('half.cashYes')}
      no={t('half.cashNo')}
      onYes={() => answer(() => createPayOutSteps(checkout.inside).cashBack(part, t('half.reason')))}
      onNo={close}
    />
  );
}
