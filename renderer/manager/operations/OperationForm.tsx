/** One operation before it is sent: its receipt and amount, then what it does to the customer's money, and the second word. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationInput } from '../../../main/wire/operations.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/manager/texts.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import {
  initialFields,
  largestAmount,
  neededFields,
  type OperationDraft,
  operationOf,
  type TypedFields,
} from './operationDraft.ts';

export interface OperationFormProps {
  readonly draft: OperationDraft;
  /** Of the terminal. */
  readonly features: readonly string[];
  readonly onRun: (input: OperationInput) => void;
  readonly onCancel: () => void;
}

export function OperationForm({ draft, features, onRun, onCancel }: OperationFormProps) {
  const { session } = useApp();
  const { t, money, moneyField } = useManagerTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const { kind, about, part } = draft;
  const wanted = neededFields(draft, features);
  const isTyped = wanted.receipt || wanted.amount !== 'none';
  const [typed, setTyped] = useState(() => initialFields(draft, moneyField));
  const [sure, setSure] = useState(!isTyped);
  const input = operationOf(draft, typed, wanted, currency);
  const set = (key: keyof TypedFields) => (value: string) => setTyped({ ...typed, [key]: value });
  const next = () => {
    if (input) setSure(true);
  };
  const amount = Number(input?.amount ?? 0);
  const isPart = part === true || (kind === 'reversal' && amount > 0);
  const word = isPart && (kind === 'release' || kind === 'reversal') ? (`${kind}Part` as const) : kind;
  const rest = money((about?.amount ?? 0) - amount);
  const what = { amount: money(amount), receipt: input?.receipt_number ?? '', rest };
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h3 className="text-lg font-semibold">
        {t(part ? 'operations.kind.releasePart' : `operations.kind.${kind}`)}
        {about && ` – ${t('dayEnd.receipt')} ${t('operations.receipt', { number: about.receipt })}`}
      </h3>
      <p>{t(part ? 'operations.explain.releasePart' : `operations.explain.${kind}`)}</p>
      {sure && input ? (
        <Confirmation
          text={t(`operations.sure.${word}`, what)}
          no={t('common.back')}
          yes={t(`operations.yes.${word}`, what)}
          onNo={isTyped ? () => setSure(false) : onCancel}
          onYes={() => onRun(input)}
        />
      ) : (
        <Form onSubmit={next} className="flex flex-wrap items-end gap-3">
          {wanted.receipt && (
            <Field
              focused
              numeric
              label={t('operations.receiptNumber')}
              value={typed.receipt}
              onChange={set('receipt')}
              maxLength={4}
              className="w-48"
            />
          )}
          {wanted.amount !== 'none' && (
            <Field
              focused={!wanted.receipt}
              decimal
              label={t(wanted.amount === 'optional' ? 'operations.partAmount' : 'operations.amount', { currency })}
              value={typed.amount}
              onChange={set('amount')}
              maxLength={13}
              className={wanted.amount === 'optional' ? 'w-64' : 'w-48'}
            />
          )}
          <Button look="primary" hint="Enter" disabled={input === null} onPress={next}>
            {t('operations.next')}
          </Button>
          <Button look="quiet" onPress={onCancel}>
            {t('operations.cancel')}
          </Button>
        </Form>
      )}
      {!sure && typed.amount !== '' && input === null && (typed.receipt !== '' || !wanted.receipt) && (
        <Message tone="warn">
          {about?.amount == null ? t('cash.invalid') : t('operations.most', { amount: money(largestAmount(draft)) })}
        </Message>
      )}
    </div>
  );
}
