/** The frame of every form of this page: its problem above it, and below it the save bar, or the two buttons of an act. */
import { type ReactNode, useState } from 'react';
import type { Change } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { type Checks, Form, SubmitButton, type Typed } from '../../form/Form.tsx';
import { useHeldSubmit } from '../../form/heldSubmit.ts';
import { Button } from '../../parts/Button.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { SaveBar } from '../Beside.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { typedAmount, typedDay, typedNumber } from './sectionProps.ts';

interface ChangeFormProps {
  readonly change: Change;
  readonly submit: string;
  readonly danger?: boolean;
  /** Words for the second press of a button that is held: the act cannot be undone. */
  readonly held?: string;
  readonly checks?: Checks;
  readonly onSubmit: (typed: Typed) => Promise<void>;
  /** Left out: the form is what stands beside the list, and has its save bar. */
  readonly onCancel?: () => void;
  /** Of a form that knows itself what was changed; otherwise whatever was typed counts. */
  readonly isUnsaved?: boolean;
  readonly children: ReactNode;
}

export function ChangeForm(props: ChangeFormProps) {
  const { change, submit, danger = false, held, checks, onSubmit, onCancel, children } = props;
  const { t, problem: textOf } = useLoyaltyTexts();
  const { problem, busy } = change;
  const [names, setNames] = useState<readonly string[]>([]);
  const [isTyped, setTyped] = useState(false);
  useUnsaved(onCancel === undefined && (props.isUnsaved ?? isTyped));
  const hold = useHeldSubmit(held !== undefined);
  const send = (typed: Typed) => {
    if (!hold.admits()) return;
    setNames(Object.keys(typed));
    void onSubmit(typed);
  };
  return (
    <Form
      onSubmit={send}
      onInput={() => setTyped(true)}
      {...(checks ? { checks } : {})}
      errors={change.faults}
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${onCancel ? 'well p-3' : ''}`}
    >
      <StatusRegion>
        {problem && change.isOther(...names) && (
          <Message tone="error">{change.outdated ? t('programme.outdated') : textOf(problem)}</Message>
        )}
      </StatusRegion>
      {children}
      {onCancel ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onCancel}>{t('programme.cancel')}</Button>
          {held === undefined ? (
            <SubmitButton look={danger ? 'danger' : 'primary'} busy={busy}>
              {submit}
            </SubmitButton>
          ) : (
            <HoldButton ref={hold.button} look="danger" size="normal" busy={busy} again={held} onHeld={hold.send}>
              {submit}
            </HoldButton>
          )}
        </div>
      ) : (
        <SaveBar busy={busy} save={submit} />
      )}
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
