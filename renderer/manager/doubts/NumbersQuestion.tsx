/** The question for the highest numbers on paper, beside those that are known here and at the back office. */

import { useState } from 'react';
import type { DoubtsView, NumbersInput } from '../../../main/wire/doubts.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { readNumber } from '../../texts/number.ts';
import { useDoubtTexts } from '../../texts/pages/doubts.ts';
import { Section } from '../Page.tsx';

type Numbers = NonNullable<DoubtsView['numbers']>;
type Known = Numbers['here'];

interface NumbersProps {
  readonly numbers: Numbers;
  readonly send: (input: NumbersInput) => Promise<DoubtsView>;
  readonly onAnswered: (after: DoubtsView) => void;
}

const WHOLE = { decimals: 0, most: 999_999_999 } as const;

export function NumbersQuestion({ numbers, send, onAnswered }: NumbersProps) {
  const { t, language, problem: textOf } = useDoubtTexts();
  const { here, office, upstream, cause } = numbers;
  const known = highest(here, office);
  const [receipt, setReceipt] = useState('');
  const [reports, setReports] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState<'typing' | 'asked' | 'sure'>('typing');
  const change = useChange();
  const number = numberIn(receipt);
  const fault =
    number === null ? t('doubts.empty') : number < known.receipt ? t('doubts.lower', { number: known.receipt }) : null;
  const next = (number ?? 0) + 1;
  const commit = async () => {
    const typed = Object.entries(reports).flatMap(([till, text]) => {
      const value = numberIn(text);
      return value === null ? [] : [{ till, number: value }];
    });
    const after = await change.run(() => send({ receipt: number ?? 0, reports: typed }));
    setStep('typing');
    if (after) onAnswered(after);
  };
  return (
    <Section title={t('doubts.numbers')}>
      <p>
        {cause[language]} {t('doubts.numbersHelp')}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <KnownNumbers title={t('doubts.here')} known={here} />
        {office ? (
          <KnownNumbers title={t('doubts.office')} known={office} />
        ) : (
          <>
            <dt className="text-soft">{t('doubts.office')}</dt>
            <dd>{t('doubts.officeNone')}</dd>
          </>
        )}
        {upstream && (
          <>
            <dt className="text-soft">{t('doubts.upstream')}</dt>
            <dd className="figures font-semibold">{t('doubts.unknown', { count: upstream.unknown })}</dd>
          </>
        )}
      </dl>
      <Form onSubmit={() => setStep(fault === null ? 'sure' : 'asked')} className="grid gap-3">
        <Field
          label={t('doubts.receipt')}
          value={receipt}
          onChange={setReceipt}
          numeric
          form={WHOLE}
          error={step === 'asked' ? fault : null}
          className="max-w-sm"
        />
        {known.reports.map(({ till, name }) => (
          <Field
            key={till}
            label={t('doubts.report', { till: name })}
            value={reports[till] ?? ''}
            onChange={text => setReports({ ...reports, [till]: text })}
            numeric
            form={WHOLE}
            className="max-w-sm"
          />
        ))}
        <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
        {step === 'sure' ? (
          <Confirmation
            text={t('doubts.numbersSure', { number: next })}
            no={t('doubts.back')}
            yes={t('doubts.numbersYes', { number: next })}
            held={t('doubts.again')}
            icon="check"
            onNo={() => setStep('typing')}
            onYes={() => void commit()}
          />
        ) : (
          <Button className="justify-self-start" onPress={() => setStep(fault === null ? 'sure' : 'asked')}>
            {t('doubts.check')}
          </Button>
        )}
      </Form>
    </Section>
  );
}

function KnownNumbers({ title, known }: { readonly title: string; readonly known: Known }) {
  const { t } = useDoubtTexts();
  const shown = [
    known.receipt === 0 ? t('doubts.nothing') : t('doubts.receiptKnown', { number: known.receipt }),
    ...known.reports
      .filter(({ number }) => number > 0)
      .map(({ number, name }) => t('doubts.reportKnown', { number, till: name })),
  ];
  return (
    <>
      <dt className="text-soft">{title}</dt>
      <dd className="figures font-semibold">{shown.join(', ')}</dd>
    </>
  );
}

/** Null: nothing is typed, or nothing that is a number. */
const numberIn = (text: string): number | null => readNumber(text, WHOLE).value;

/** The higher one of each number. */
function highest(here: Known, office: Known | null): Known {
  const ofOffice = new Map(office?.reports.map(({ till, number }) => [till, number]));
  return {
    receipt: Math.max(here.receipt, office?.receipt ?? 0),
    reports: here.reports.map(one => ({ ...one, number: Math.max(one.number, ofOffice.get(one.till) ?? 0) })),
  };
}
