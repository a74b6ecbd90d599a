/** The span of days as chips: the spans before and after it, and one that opens presets with the first and the last day. */

import { useId, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Opening } from '../parts/Opening.tsx';
import { Message } from '../parts/Panel.tsx';
import type { Language } from '../texts/money.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { movedSpan, type Span, spanNameOf, spanNames, spanOf } from './days.ts';
import { spanText } from './figures.ts';

interface SpanChipsProps {
  readonly span: Span;
  readonly today: string;
  readonly language: Language;
  readonly onSpan: (span: Span) => void;
}

export function SpanChips({ span, today, language, onSpan }: SpanChipsProps) {
  const { t } = useReportTexts();
  const name = spanNameOf(span, today);
  return (
    <>
      <Button icon="back" label={t('report.earlier')} size="icon" onPress={() => onSpan(movedSpan(span, -1))} />
      <Opening
        label={t('report.span')}
        icon="clock"
        stands={false}
        chosen={name ? t(`report.span.${name}`) : spanText(span, language)}
      >
        {close => (
          <>
            <ul className="grid gap-1">
              {spanNames.map(one => (
                <li key={one}>
                  <Button
                    look="segment"
                    size="row"
                    pressed={one === name}
                    onPress={() => {
                      onSpan({ ...spanOf(one, today), named: one });
                      close();
                    }}
                  >
                    {t(`report.span.${one}`)}
                  </Button>
                </li>
              ))}
            </ul>
            <DayFields span={span} onSpan={onSpan} />
          </>
        )}
      </Opening>
      <Button
        icon="back"
        className="rotate-180"
        label={t('report.later')}
        size="icon"
        disabled={span.to >= today}
        onPress={() => onSpan(movedSpan(span, 1))}
      />
    </>
  );
}

/** The first and the last day. A span that ends before it begins is said, and changes nothing. */
function DayFields({ span, onSpan }: Pick<SpanChipsProps, 'span' | 'onSpan'>) {
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
