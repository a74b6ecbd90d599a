/** The dialog for a part: the amount by number pad, keyboard or equal shares, then the tender that pays it. */

import './split.css';
import { useState } from 'react';
import { useStore } from 'zustand';
import { roundedCash } from '../../../main/domain/cashRounding.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useRest } from '../../parts/useRest.ts';
import { totalsOf } from '../../stores/basketTotals.ts';
import { moneyForm } from '../../texts/money.ts';
import { readNumber } from '../../texts/number.ts';
import { useTenderTexts } from '../../texts/pages/tenders.ts';
import { AmountDue } from './AmountDue.tsx';
import { useCashStep } from './cashStep.ts';

const SHARES = [2, 3, 4] as const;

export default function PartSheet({ takesCards }: { readonly takesCards: boolean }) {
  const { basket, checkout, session, till } = useApp();
  const { t, money, moneyField } = useTenderTexts();
  const isPaying = useStore(till, state => state.busy !== null);
  const missing = useStore(basket, state => totalsOf(state).missing);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  // Two halves are wanted most often: the half stands there until something else is typed or chosen.
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? moneyField(Math.ceil(missing / 2));
  const busy = useRest() || isPaying;
  const form = moneyForm(currency);
  const amount = readNumber(text, form).value;
  const isPart = amount !== null && amount > 0 && amount <= missing;
  const step = useCashStep();
  // The last part is named as it is: the till rounds it.
  const coins = amount === null ? null : roundedCash(amount, step);
  const inCash = coins === roundedCash(missing, step) ? missing : coins;
  const pay = (method: 'cash' | 'cashless' | 'voucher', voucher?: string) => {
    if (amount === null || !isPart || busy) return;
    const part =
      voucher === undefined ? { amount: method === 'cash' ? (inCash ?? 0) : amount } : { amount, text: voucher };
    if (method === 'cashless') checkout.closePart();
    void checkout.pay(method, method === 'cash' ? (coins ?? 0) : undefined, undefined, part);
  };
  return (
    <Sheet
      manual="pay-parts"
      title={t('parts.splitTitle')}
      closeLabel={t('common.close')}
      onClose={() => isPaying || checkout.closePart()}
      aside={<AmountDue words={t('totals.stillMissing')} amount={money(missing)} />}
    >
      {/* On a low screen the tenders stand beside the pad, so that nothing lies below the fold. */}
      <div className="grid split gap-3 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 [&>input]:flex-1">
            <label htmlFor="part-amount" className="text-lg">
              {t('parts.amount')}
            </label>
            <NumberInput
              id="part-amount"
              autoFocus
              text={text}
              form={form}
              invalid={text !== '' && !isPart}
              onChange={setText}
              onFocus={event => event.target.select()}
              wordClass="basis-full"
              className="touch-tall figures w-full min-w-0 field px-3 text-end text-3xl font-semibold"
            />
          </div>
          <Shares of={missing} chosen={amount} onChoose={share => setText(moneyField(share))} />
          {amount !== null && amount > missing && <Message tone="warn">{t('parts.tooMuch')}</Message>}
        </div>
        <div className="split-pad">
          <NumberPad
            label={t('login.digits')}
            deleteLabel={t('login.delete')}
            decimals={form.decimals}
            onKey={key => setText(value => (value ?? '') + key)}
            onDelete={() => setText(value => (value ?? '').slice(0, -1))}
          />
        </div>
        <div className="split-wide grid grid-cols-2 gap-2">
          <Button
            size="tall"
            icon="cash"
            describedBy="part-in-cash"
            disabled={!isPart || inCash === 0}
            busy={busy}
            onPress={() => pay('cash')}
          >
            {t('pay.cash')}
            <Amount id="part-in-cash" of={coins} isPart={isPart} />
          </Button>
          {takesCards && (
            <Button
              size="tall"
              icon="card"
              look="primary"
              describedBy="part-by-card"
              disabled={!isPart}
              busy={busy}
              onPress={() => pay('cashless')}
            >
              {t('pay.cashless')}
              <Amount id="part-by-card" of={amount} isPart={isPart} />
            </Button>
          )}
        </div>
        <ForeignVoucher isPart={isPart} busy={busy} onTake={text => pay('voucher', text)} />
      </div>
    </Sheet>
  );
}

interface ForeignVoucherProps {
  readonly isPart: boolean;
  readonly busy: boolean;
  /** Takes the issuer and the number of the voucher. */
  readonly onTake: (text: string) => void;
}

/** A voucher of another company is rare: its field opens by a button. */
function ForeignVoucher({ isPart, busy, onTake }: ForeignVoucherProps) {
  const { t } = useTenderTexts();
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <Button look="quiet" icon="tag" className="split-wide justify-self-start" onPress={() => setText('')}>
        {t('parts.voucher')}
      </Button>
    );
  return (
    <div className="split-wide grid gap-2 border-t border-line pt-3">
      <VoucherField value={text} onChange={setText} />
      <Button
        size="tall"
        icon="tag"
        disabled={!isPart || text.trim() === ''}
        busy={busy}
        onPress={() => onTake(text.trim())}
      >
        {t('parts.takeVoucher')}
      </Button>
    </div>
  );
}

interface VoucherFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function VoucherField({ value, onChange }: VoucherFieldProps) {
  const { t } = useTenderTexts();
  return (
    <label className="grid gap-1">
      <span>{t('parts.voucherText')}</span>
      <input
        value={value}
        maxLength={100}
        autoComplete="off"
        aria-describedby="voucher-hint"
        // biome-ignore lint/a11y/noAutofocus: a person has just asked for this field
        autoFocus
        onChange={event => onChange(event.target.value)}
        className="touch min-w-0 field px-3"
      />
      <span id="voucher-hint" className="text-sm text-soft">
        {t('parts.voucherHint')}
      </span>
    </label>
  );
}

interface SharesProps {
  readonly of: number;
  readonly chosen: number | null;
  readonly onChoose: (share: number) => void;
}

function Shares({ of, chosen, onChoose }: SharesProps) {
  const { t, money } = useTenderTexts();
  const shares = SHARES.map(count => ({ count, share: Math.ceil(of / count) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
    <div role="group" aria-label={t('parts.shares')} className="grid grid-cols-3 gap-2">
      {shares.map(({ count, share }) => (
        <Button key={count} size="tall" pressed={chosen === share} onPress={() => onChoose(share)}>
          <span className="grid">
            <span>{t('parts.share', { count })}</span>
            <span className="figures text-sm font-normal">{money(share)}</span>
          </span>
        </Button>
      ))}
    </div>
  );
}

interface AmountProps {
  readonly id: string;
  readonly of: number | null;
  readonly isPart: boolean;
}

/** The amount that the button takes, which describes it to a screen reader, too: its name stays the tender. */
function Amount({ id, of, isPart }: AmountProps) {
  const { money } = useTenderTexts();
  return (
    <span id={id} aria-hidden="true" className="figures">
      {isPart && of !== null && money(of)}
    </span>
  );
}
