/** One operation before it is sent: its amount, then what it does to the customer's money, and the second word. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationInput } from '../../main/api/operations/contract.ts';
import { useApp } from '../context.tsx';
import { parseMoney } from '../money.ts';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { Sure } from '../parts/Sure.tsx';
import { useManagerWords } from '../texts/manager/words.ts';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { type Draft, operationOf, wantsAmount } from './operationDraft.ts';

export interface OperationFormProps {
  readonly draft: Draft;
  readonly onRun: (input: OperationInput) => void;
  readonly onCancel: () => void;
}

export function OperationForm({ draft, onRun, onCancel }: OperationFormProps) {
  const { session } = useApp();
  const { t, money, moneyField } = useManagerWords();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const { kind, about } = draft;
  const [text, setText] = useState(about?.amount == null ? '' : moneyField(about.amount));
  const [sure, setSure] = useState(!wantsAmount(draft));
  const input = operationOf(draft, text, currency);
  const amount = parseMoney(text, currency) ?? 0;
  const next = () => {
    if (input) setSure(true);
  };
  const what = { amount: money(amount), receipt: about?.receipt ?? '' };
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h3 className="text-lg font-semibold">
        {t(`operations.kind.${kind}`)}
        {about && ` – ${t('dayEnd.receipt')} ${t('operations.receipt', { number: about.receipt })}`}
      </h3>
      <p>{t(`operations.explain.${kind}`)}</p>
      {sure && input ? (
        <Sure
          text={t(`operations.sure.${kind}`, what)}
          no={t('common.back')}
          yes={t(`operations.yes.${kind}`, what)}
          onNo={wantsAmount(draft) ? () => setSure(false) : onCancel}
          onYes={() => onRun(input)}
        />
      ) : (
        <Form onSubmit={next} className="flex flex-wrap items-end gap-3">
          <Field
            focused
            decimal
            label={t('operations.amount', { currency })}
            value={text}
            onChange={setText}
            maxLength={13}
            className="w-48"
          />
          <Button look="primary" hint="Enter" disabled={input === null} onPress={next}>
            {t('operations.next')}
          </Button>
          <Button look="quiet" onPress={onCancel}>
            {t('operations.cancel')}
          </Button>
        </Form>
      )}
      {!sure && text !== '' && input === null && (
        <Message tone="warn">
          {about?.amount == null ? t('cash.invalid') : t('operations.most', { amount: money(about.amount) })}
        </Message>
      )}
    </div>
  );
}
