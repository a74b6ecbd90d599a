/** The span of days: a preset, the first and the last day, and the spans before and after it. */

import { useId, useState } from 'react';
import { Select } from '../form/Select.tsx';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { useReportTexts } from '../texts/pages/report.ts';
import { movedSpan, type Span, spanNameOf, spanNames, spanOf } from './days.ts';

interface SpanFieldsProps {
  readonly span: Span;
  readonly today: string;
  readonly onSpan: (span: Span) => void;
}

export function SpanFields({ span, today, onSpan }: SpanFieldsProps) {
  const { t } = useReportTexts();
  const name = spanNameOf(span, today);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t('report.span')}
        value={name ?? 'own'}
        options={[
          ...spanNames.map(value => ({ value, text: t(`report.span.${value}`) })),
          ...(name ? [] : [{ value: 'own', text: t('report.span.own') }]),
        ]}
        onChange={value => {
          const chosen = spanNames.find(one => one === value);
          if (chosen) onSpan(spanOf(chosen, today));
        }}
      />
      <DayFields span={span} onSpan={onSpan} />
      <div className="flex gap-2">
        <Button icon="back" label={t('report.earlier')} size="icon" onPress={() => onSpan(movedSpan(span, -1))} />
        <Button
          icon="next"
          label={t('report.later')}
          size="icon"
          disabled={span.to >= today}
          onPress={() => onSpan(movedSpan(span, 1))}
        />
      </div>
    </div>
  );
}

/** The first and the last day. A span that ends before it begins is said, and changes nothing. */
export function DayFields({ span, onSpan }: Omit<SpanFieldsProps, 'today'>) {
  const { t } = useReportTexts();
  const [typed, setTyped] = useState<Span>(span);
  const [known, setKnown] = useState(span);
  // The address has changed, by a preset or by going back.
  if (known.from !== span.from || known.to !== span.to) {
    setKnown(span);
    setTyped(span);
  }
  const change = (next: Span) => {
    setTyped(next);
    if (next.from && next.to && next.from <= next.to) onSpan(next);
  };
  return (
    <div className="flex flex-wrap gap-3">
      <DayField label={t('report.from')} value={typed.from} onChange={from => change({ ...typed, from })} />
      <DayField label={t('report.to')} value={typed.to} onChange={to => change({ ...typed, to })} />
      <div role="status" className="empty:hidden basis-full">
        {typed.from > typed.to && <Message tone="warn">{t('report.dayOrder')}</Message>}
      </div>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={event => onChange(event.target.value)}
        className="touch figures field px-3"
      />
    </div>
  );
}
