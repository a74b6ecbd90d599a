/** Reasons of a return: three usual ones, or words of one's own. */
import { useState } from 'react';
import { Field } from '../../form/Field.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useReturnsTexts } from '../../texts/pages/returns.ts';

const REASONS = ['dislike', 'defect', 'wrong', 'other'] as const;
type Reason = (typeof REASONS)[number];

interface ReturnReasonProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

export function ReturnReason({ reason, onChange }: ReturnReasonProps) {
  const { t } = useReturnsTexts();
  const [kind, setKind] = useState<Reason | ''>('');
  const choose = (next: Reason | '') => {
    setKind(next);
    onChange(next === 'other' || next === '' ? '' : t(`back.reason.${next}`));
  };
  return (
    <div className="grid gap-2">
      <Choice<Reason | ''>
        label={t('back.reason')}
        value={kind}
        options={REASONS.map(value => ({ value, text: t(`back.reason.${value}`) }))}
        onChange={choose}
      />
      {kind === 'other' && (
        <Field label={t('back.reasonText')} value={reason} maxLength={200} focused onChange={onChange} />
      )}
    </div>
  );
}
