/** The frame of every form of this page: its problem above it, and its two buttons below. */
import { type ReactNode, useState } from 'react';
import type { Change } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { type Checks, Form, SubmitButton, type Typed } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { typedAmount, typedDay, typedNumber } from './sectionProps.ts';

interface ChangeFormProps {
  readonly change: Change;
  readonly submit: string;
  readonly danger?: boolean;
  readonly checks?: Checks;
  readonly onSubmit: (typed: Typed) => Promise<void>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function ChangeForm({ change, submit, danger = false, checks, onSubmit, onCancel, children }: ChangeFormProps) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const { problem, busy } = change;
  const [names, setNames] = useState<readonly string[]>([]);
  const send = (typed: Typed) => {
    setNames(Object.keys(typed));
    void onSubmit(typed);
  };
  return (
    <Form
      onSubmit={send}
      {...(checks ? { checks } : {})}
      errors={change.faults}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <StatusRegion>
        {problem && change.isOther(...names) && (
          <Message tone="error">{change.outdated ? t('programme.outdated') : textOf(problem)}</Message>
        )}
      </StatusRegion>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onCancel}>{t('programme.cancel')}</Button>
        <SubmitButton look={danger ? 'danger' : 'primary'} busy={busy}>
          {submit}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The shortest reason that the bridge takes. */
const SHORTEST = 3;

/** The checks of this page's fields; an empty amount is none, an empty day is no day. */
export function useChecks() {
  const { t } = useLoyaltyTexts();
  return {
    filled: (text: string) => (text.trim() === '' ? t('programme.missing') : null),
    reason: (text: string) => (text.trim().length < SHORTEST ? t('programme.missing') : null),
    amount: (currency: string) => (text: string) =>
      typedAmount(text, currency) === null ? t('programme.badAmount') : null,
    number: (text: string) => (typedNumber(text) === null ? t('programme.badNumber') : null),
    day: (text: string) => (text !== '' && typedDay(text, 0) === null ? t('campaigns.badDay') : null),
  };
}

export function ReasonField({ focused = false }: { readonly focused?: boolean }) {
  const { t } = useLoyaltyTexts();
  return <Field name="reason" label={t('programme.reason')} focused={focused} maxLength={300} />;
}
