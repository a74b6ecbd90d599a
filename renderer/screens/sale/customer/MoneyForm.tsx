/** An amount that goes onto the card, comes off it in cash, or becomes a voucher. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../../main/wire/catalogue.ts';
import { useApp } from '../../../app/context.tsx';
import { type Problem, problemOf } from '../../../bridge/problem.ts';
import { createBalancePayOut } from '../../../checkout/balancePayOut.ts';
import { Button } from '../../../parts/Button.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { spendableOn } from '../../../stores/basketState.ts';
import { cardArticles } from '../../../stores/cardArticles.ts';
import { isManager } from '../../../stores/session.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { AmountField, useTypedAmount } from './AmountField.tsx';
import { createCounterClient, type TaskProps } from './counterClient.ts';

/** Whole units of the currency that customers often choose. */
const LIKELY = [10, 20, 25, 50, 75, 100];

/** The most of one step, whole units of the currency: more is a slip of the finger. */
const MOST = 5000;

interface MoneyFormProps extends TaskProps {
  readonly task: 'topUp' | 'payOut' | 'sell';
}

export function MoneyForm(props: MoneyFormProps) {
  const { task, groups } = props;
  return task === 'sell' && groups.vouchers === null ? <NoVouchers {...props} /> : <Amount {...props} />;
}

function Amount({ task, groups, onDone }: MoneyFormProps) {
  const app = useApp();
  const { t, money } = useCustomerTexts();
  const card = useStore(app.basket, state => state.card);
  const busy = useStore(app.till, state => state.busy !== null);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const { unit } = useTypedAmount('', 0);
  const currency = useStore(app.session, state => state.info?.merchant.currency ?? 'EUR');
  const balance = card?.details ? spendableOn(card.details).cash : 0;
  const most = task === 'payOut' ? balance : Math.min(groups.vouchers?.most ?? Infinity, MOST * unit);
  const { amount } = useTypedAmount(text, most);
  const payOutBalance = createBalancePayOut(app.checkout.inside);
  const submit = () => {
    setTried(true);
    if (amount === null || busy) return;
    if (task === 'payOut') void payOutBalance(amount, currency, onDone);
    else {
      app.codes.addArticle(task === 'topUp' ? topUp(amount) : voucher(amount));
      onDone();
    }
  };
  const topUp = (price: number): Article => ({ ...cardArticles.charge, price });
  const voucher = (price: number): Article => ({ ...cardArticles.voucher, price });
  const likely = task === 'payOut' ? [balance] : LIKELY.map(whole => whole * unit).filter(one => one <= most);
  return (
    <div className="grid gap-4">
      {task === 'topUp' && (
        <p className="text-lg">{card ? t('customer.topUpOn', { number: card.number }) : t('customer.topUpNew')}</p>
      )}
      {task === 'payOut' && <p className="text-lg">{t('customer.payOutMost', { amount: money(balance) })}</p>}
      <AmountField text={text} onChange={setText} likely={likely} onEnter={submit}>
        <div role="status">
          {(tried || text !== '') && amount === null && (
            <Message tone="warn">{t('customer.badAmount', { most: money(most) })}</Message>
          )}
        </div>
      </AmountField>
      <p className="text-soft">{t(`customer.${task}Why`)}</p>
      <Button look="primary" size="tall" disabled={amount === null} busy={busy} onPress={submit}>
        {t(task === 'payOut' ? 'customer.payOutDo' : 'customer.addTopUp', { amount: money(amount ?? 0) })}
      </Button>
    </div>
  );
}

/** A shop that sells no vouchers yet: a manager needs one tap, everybody else is told who can. */
function NoVouchers({ onGroups }: MoneyFormProps) {
  const { client, session } = useApp();
  const { t, problem: textOf } = useCustomerTexts();
  const mayManage = useStore(session, state => isManager(state.user));
  const [problem, setProblem] = useState<Problem | null>(null);
  const setUp = () =>
    createCounterClient(client.ask)
      .setUpVouchers({ de: 'Gutschein', en: 'Voucher' })
      .then(onGroups, error => setProblem(problemOf(error)));
  return (
    <div className="grid gap-3">
      <Message tone="info">
        {t('customer.noVouchers')} {!mayManage && t('customer.noVouchersHelp')}
      </Message>
      {mayManage && (
        <Button look="primary" size="tall" onPress={() => void setUp()}>
          {t('customer.setUpVouchers')}
        </Button>
      )}
      {problem && <Message tone="error">{textOf(problem)}</Message>}
    </div>
  );
}
