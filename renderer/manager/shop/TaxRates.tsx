/** The tax rates with their days, and which of them hold today. */

import { useState } from 'react';
import type { TaxRates as Rates } from '../../../main/wire/shop.ts';
import { Form } from '../../form/Form.tsx';
import { TaxRateFields } from '../../shop/TaxRateFields.tsx';
import { rateDraftsOf, taxRatesOf } from '../../shop/taxDraft.ts';
import { formatRate } from '../../texts/money.ts';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { PageProblem } from '../Page.tsx';
import { type BridgeDocument, useDocument } from '../useDocument.ts';
import { SaveBar } from './SaveBar.tsx';

export function TaxRates() {
  const rates = useDocument<Rates>('/bridge/v1/tax-rates');
  if (!rates.value) return <PageProblem problem={rates.problem} onAgain={rates.reload} />;
  return <RatesForm key={rates.version} document={rates} rates={rates.value} />;
}

interface RatesFormProps {
  readonly document: BridgeDocument<Rates>;
  readonly rates: Rates;
}

function RatesForm({ document, rates: { data, day, today } }: RatesFormProps) {
  const { t, language } = useShopTexts();
  const [rows, setRows] = useState(() => rateDraftsOf(data, language));
  const [isSent, setSent] = useState(false);
  const save = () => {
    setSent(true);
    const wanted = taxRatesOf(rows);
    if (wanted) void document.save({ data: wanted });
  };
  const nameOf = (key: string) => data.find(rate => rate.key === key)?.name[language] ?? key;
  const holding = Object.entries(today).map(([key, rate]) => `${nameOf(key)} ${formatRate(rate, language)}`);
  return (
    <Form onSubmit={save} className="grid gap-4">
      <p>{t('shop.taxIntro')}</p>
      <p className="figures font-semibold">{t('shop.tax.today', { rates: holding.join(', ') })}</p>
      <TaxRateFields
        rows={rows}
        onChange={setRows}
        isSent={isSent}
        errorAt={index => document.change.fault(`data[${index}]`)}
        today={day}
      />
      <SaveBar change={document.change} onSave={save} />
    </Form>
  );
}
