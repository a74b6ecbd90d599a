/** One operation before it is sent: first its receipt number and amount, then a confirmation of what it does to the customer's money. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationInput } from '../../../main/wire/operations.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { useNumberTexts } from '../../texts/pages/number.ts';
import {
  initialFields,
  largestAmount,
  type NeededFields,
  neededFields,
  type OperationDraft,
  operationOf,
  RECEIPT_DIGITS,
  type TypedFields,
} from './operationDraft.ts';

export interface OperationFormProps {
  readonly draft: OperationDraft;
  /** Features of the terminal. */
  readonly features: readonly string[];
  readonly onRun: (input: OperationInput) => void;
  readonly onCancel: () => void;
}

export function OperationForm({ draft, features, onRun, onCancel }: OperationFormProps) {
  const { t, moneyField } = useManagerTexts();
  const { session } = useApp();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const { kind, about, part } = draft;
  const needed = neededFields(draft, features);
  const hasFields = needed.receipt || needed.amount !== 'none';
  const [typed, setTyped] = useState(() => initialFields(draft, moneyField));
  const [isConfirming, setConfirming] = useState(!hasFields);
  const input = operationOf(draft, typed, needed, currency);
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h3 className="text-lg font-semibold">
        {t(part ? 'operations.kind.releasePart' : `operations.kind.${kind}`)}
        {about && ` – ${t('dayEnd.receipt')} ${t('operations.receipt', { number: about.receipt })}`}
      </h3>
      <p>{t(part ? 'operations.explain.releasePart' : `operations.explain.${kind}`)}</p>
      {isConfirming && input ? (
        <ConfirmOperation
          draft={draft}
          input={input}
          onBack={hasFields ? () => setConfirming(false) : onCancel}
          onRun={() => onRun(input)}
        />
      ) : (
        <OperationFields
          draft={draft}
          needed={needed}
          typed={typed}
          currency={currency}
          isComplete={input !== null}
          onChange={setTyped}
          onNext={() => input && setConfirming(true)}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

interface ConfirmOperationProps {
  readonly draft: OperationDraft;
  readonly input: OperationInput;
  readonly onBack: () => void;
  readonly onRun: () => void;
}

function ConfirmOperation({ draft: { kind, about, part }, input, onBack, onRun }: ConfirmOperationProps) {
  const { t, money } = useManagerTexts();
  const amount = Number(input.amount ?? 0);
  const isPart = part === true || (kind === 'reversal' && amount > 0);
  const text = isPart && (kind === 'release' || kind === 'reversal') ? (`${kind}Part` as const) : kind;
  const rest = money((about?.amount ?? 0) - amount);
  const values = { amount: money(amount), receipt: input.receipt_number ?? '', rest };
  return (
    <Confirmation
      text={t(`operations.sure.${text}`, values)}
      no={t('common.back')}
      yes={t(`operations.yes.${text}`, values)}
      onNo={onBack}
      onYes={onRun}
    />
  );
}

interface OperationFieldsProps {
  readonly draft: OperationDraft;
  readonly needed: NeededFields;
  readonly typed: TypedFields;
  readonly currency: string;
  /** All fields have valid values. */
  readonly isComplete: boolean;
  readonly onChange: (typed: TypedFields) => void;
  readonly onNext: () => void;
  readonly onCancel: () => void;
}

function OperationFields(props: OperationFieldsProps) {
  const { draft, needed, typed, currency, isComplete, onChange, onNext, onCancel } = props;
  const { t, money } = useManagerTexts();
  const { t: numberText } = useNumberTexts();
  const isAmountWrong = !isComplete && typed.amount !== '' && (typed.receipt !== '' || !needed.receipt);
  const error =
    draft.about?.amount == null
      ? numberText('cash.invalid')
      : t('operations.most', { amount: money(largestAmount(draft)) });
  return (
    <Form onSubmit={onNext} className="flex flex-wrap items-start gap-3">
      {needed.receipt && (
        <Field
          focused
          numeric
          label={t('operations.receiptNumber')}
          value={typed.receipt}
          onChange={receipt => onChange({ ...typed, receipt })}
          maxLength={RECEIPT_DIGITS}
          className="w-48"
        />
      )}
      {needed.amount !== 'none' && (
        <Field
          focused={!needed.receipt}
          decimal
          label={t(needed.amount === 'optional' ? 'operations.partAmount' : 'operations.amount', { currency })}
          value={typed.amount}
          onChange={amount => onChange({ ...typed, amount })}
          error={isAmountWrong ? error : null}
          maxLength={13}
          className={needed.amount === 'optional' ? 'w-64' : 'w-48'}
        />
      )}
      {/* As far down as the fields are below their labels, so that an error message moves no button. */}
      <div className="flex flex-wrap gap-3 pt-6">
        <Button look="primary" hint="Enter" disabled={!isComplete} onPress={onNext}>
          {t('operations.next')}
        </Button>
        <Button look="quiet" onPress={onCancel}>
          {t('operations.cancel')}
        </Button>
      </div>
    </Form>
  );
}
