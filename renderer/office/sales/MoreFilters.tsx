/** Further limits of the list of sales: till, cashier, and the least and greatest sum. What can be chosen is what was sold in the span. */

import { useState } from 'react';
import type { ReportRow } from '../../../main/wire/office/reports.ts';
import { limited, limitOf, type SalesChoice } from '../../../main/wire/office/salesQuery.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Opening } from '../../parts/Opening.tsx';
import { parseMoney } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useReportTexts } from '../../texts/pages/report.ts';
import { useMe, useOffice } from '../context.tsx';

interface MoreFiltersProps {
  readonly choice: SalesChoice;
  readonly onChange: (part: Partial<SalesChoice>) => void;
}

const KEYS = ['till', 'cashier'] as const;

export function MoreFilters({ choice, onChange }: MoreFiltersProps) {
  const { t } = useOfficeTexts();
  const report = useReportTexts();
  const { least, most } = choice;
  const sums = least || most ? `${t('sales.sum')} ${least || '…'}–${most || '…'}` : null;
  return (
    <Opening label={report.t('report.more')} chosen={sums}>
      {close => (
        <div className="grid gap-3">
          {KEYS.map(name => (
            <KeyField key={name} name={name} choice={choice} onChange={onChange} />
          ))}
          <Sums
            choice={choice}
            onChange={part => {
              onChange(part);
              close();
            }}
          />
        </div>
      )}
    </Opening>
  );
}

function KeyField({ name, choice, onChange }: MoreFiltersProps & { readonly name: (typeof KEYS)[number] }) {
  const { client } = useOffice();
  const report = useReportTexts();
  const store = limitOf(choice, 'store');
  const query = { from: choice.from, to: choice.to, by: name, ...(store ? { store } : {}) };
  const { value: answer } = useResource(JSON.stringify(query), signal => client.report('turnover', query, signal));
  const found = ((answer?.rows ?? []) as readonly ReportRow[]).filter(({ key }) => key !== '');
  const chosen = limitOf(choice, name);
  const isMissing = chosen !== '' && !found.some(({ key }) => key === chosen);
  return (
    <Select
      label={report.t(`report.filter.${name}`)}
      value={chosen}
      options={[
        { value: '', text: report.t('report.all') },
        ...(isMissing ? [{ value: chosen, text: chosen }] : []),
        ...found.map(({ key, label }) => ({ value: key, text: label })),
      ]}
      onChange={value => onChange({ filters: limited(choice, name, value) })}
    />
  );
}

function Sums({ choice, onChange }: MoreFiltersProps) {
  const { t } = useOfficeTexts();
  const { merchant } = useMe();
  const [typed, setTyped] = useState({ least: choice.least, most: choice.most });
  const faultOf = (text: string) =>
    text === '' || parseMoney(text, merchant.currency) !== null ? null : t('sales.noSum');
  const isReady = faultOf(typed.least) === null && faultOf(typed.most) === null;
  const submit = () => {
    if (isReady) onChange(typed);
  };
  return (
    <Form onSubmit={submit} className="grid gap-3">
      <Field
        label={t('sales.least')}
        value={typed.least}
        decimal
        error={faultOf(typed.least)}
        onChange={least => setTyped({ ...typed, least })}
      />
      <Field
        label={t('sales.most')}
        value={typed.most}
        decimal
        error={faultOf(typed.most)}
        onChange={most => setTyped({ ...typed, most })}
      />
      <Button disabled={!isReady} onPress={submit}>
        {t('sales.limit')}
      </Button>
    </Form>
  );
}
