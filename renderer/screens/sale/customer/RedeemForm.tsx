/** A code that the customer hands over: a voucher pays, a coupon goes into the basket, any other code may be foreign. */

import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { VoucherView } from '../../../../main/wire/counterCards.ts';
import { useApp } from '../../../app/context.tsx';
import { type Problem, problemOf } from '../../../bridge/problem.ts';
import { Button } from '../../../parts/Button.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { totalsOf } from '../../../stores/basketTotals.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';

export function RedeemForm({ onDone }: { readonly onDone: () => void }) {
  const { client, checkout, scanner, till } = useApp();
  const { t, problem: textOf } = useCustomerTexts();
  const code = useStore(till, state => state.customerCode);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<{ readonly code: string; readonly view: VoucherView | null } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = useCallback(
    async (text: string) => {
      const wanted = text.trim();
      if (wanted === '') return;
      setTyped(wanted);
      setProblem(null);
      try {
        setFound({ code: wanted, view: await client.voucher(wanted) });
      } catch (error) {
        setFound(null);
        setProblem(problemOf(error));
      }
    },
    [client],
  );
  // A scan anywhere goes into this form while it is open.
  useEffect(() => scanner.redirect(text => void look(text)), [scanner, look]);
  useEffect(() => {
    if (code !== null) void look(code);
  }, [code, look]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void look(typed);
  };
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
        <label className="grid gap-1">
          <span>{t('customer.code')}</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: the form was opened to type this code
            autoFocus
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
            placeholder={t('customer.codeHint')}
            onChange={event => {
              setTyped(event.target.value);
              setFound(null);
            }}
            className="touch-tall figures min-w-0 field px-3 text-xl placeholder:text-soft"
          />
        </label>
        <Button size="tall" icon="search" disabled={typed.trim() === ''} onPress={() => submit()}>
          {t('customer.look')}
        </Button>
      </form>
      <div role="status" className="grid gap-3">
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {found && found.view === null && <Message tone="warn">{t('customer.codeUnknown')}</Message>}
        {found?.view?.refusal && <Message tone="warn">{t(`customer.refused.${found.view.refusal}`)}</Message>}
      </div>
      {found?.view && !found.view.refusal && found.view.kind === 'voucher' && (
        <Voucher key={found.code} voucher={found.view} onDone={onDone} />
      )}
      {found?.view && !found.view.refusal && found.view.kind === 'coupon' && (
        <Coupon key={found.code} coupon={found.view} onDone={onDone} />
      )}
      {(found === null || found.view === null) && (
        <Button
          icon="tag"
          className="justify-self-start"
          onPress={() => {
            onDone();
            checkout.openPart();
          }}
        >
          {t('customer.foreign')}
        </Button>
      )}
    </div>
  );
}

interface FoundProps {
  readonly onDone: () => void;
}

function Voucher({ voucher, onDone }: FoundProps & { readonly voucher: VoucherView }) {
  const { basket, checkout, till } = useApp();
  const { t, money } = useCustomerTexts();
  const { missing, exact } = totalsOf(useStore(basket));
  const busy = useStore(till, state => state.busy !== null);
  const balance = voucher.balance ?? 0;
  const amount = Math.min(balance, missing);
  const pay = () => {
    if (amount <= 0 || busy) return;
    onDone();
    void checkout.pay('voucher', undefined, undefined, { amount, voucher: voucher.code });
  };
  return (
    <section className="grid gap-3">
      <p className="text-lg font-semibold">{t('customer.isVoucher', { name: voucher.name, amount: money(balance) })}</p>
      {amount <= 0 ? (
        <Message tone="info">{t('customer.paysNothing')}</Message>
      ) : (
        <>
          <p className="figures text-soft">{t('customer.left', { amount: money(balance - amount) })}</p>
          <Button look="primary" size="tall" icon="tag" busy={busy || !exact} onPress={pay}>
            {t('customer.pays', { amount: money(amount) })}
          </Button>
        </>
      )}
    </section>
  );
}

function Coupon({ coupon, onDone }: FoundProps & { readonly coupon: VoucherView }) {
  const app = useApp();
  const { t, money, language } = useCustomerTexts();
  const { code, amount, percent } = coupon;
  const name = (language === 'en' && coupon.nameEn) || coupon.name;
  const use = () => {
    app.edit(basket => basket.addCoupon({ code, name }));
    onDone();
  };
  return (
    <section className="grid gap-3">
      <p className="text-lg font-semibold">
        {amount === null
          ? t('customer.isCouponPercent', { name, percent: percent ?? 0 })
          : t('customer.isCouponAmount', { name, amount: money(amount) })}
      </p>
      <Button look="primary" size="tall" icon="plus" onPress={use}>
        {t('customer.useCoupon')}
      </Button>
    </section>
  );
}
