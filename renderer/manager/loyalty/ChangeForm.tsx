/** The frame of every form of this page: its problem above it, and its two buttons below. */
import type { ReactNode } from 'react';
import type { Change } from '../../data/useChange.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';

interface ChangeFormProps {
  readonly change: Change;
  /** Fields that show their own fault. */
  readonly fields?: readonly string[];
  readonly submit: string;
  readonly danger?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function ChangeForm({ change, fields = [], submit, danger, onSubmit, onCancel, children }: ChangeFormProps) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const { problem, busy } = change;
  return (
    <Form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatusRegion>
        {problem && change.isOther(...fields) && (
          <Message tone="error">{change.outdated ? t('programme.outdated') : textOf(problem)}</Message>
        )}
      </StatusRegion>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onCancel}>{t('programme.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onPress={onSubmit}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
