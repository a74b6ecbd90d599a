/** The tax rates with their days, and which of them hold today. */

import { useState } from 'react';
import type { TaxRates as Rates } from '../../../main/wire/shop.ts';
import { Form } from '../../form/Form.tsx';
import { sentenceAt } from '../../shop/faults.ts';
import { TaxRateFields } from '../../shop/TaxRateFields.tsx';
import { rateDraftsOf, taxRatesOf } from '../../shop/taxDraft.ts';
import { formatRate } from '../../texts/money.ts';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { PageProblem } from '../Page.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useVersioned, type VersionedDocument } from './useVersioned.ts';

export function TaxRates() {
  const rates = useVersioned<Rates>('/bridge/v1/tax-rates');
  if (!rates.value) return <PageProblem problem={rates.problem} onAgain={() => void rates.load()} />;
  return <RatesForm key={rates.number} document={rates} rates={rates.value} />;
}

interface RatesFormProps {
  readonly document: VersionedDocument<Rates>;
  readonly rates: Rates;
}

function RatesForm({ document, rates: { data, day, today } }: RatesFormProps) {
  const { t, language } = useShopTexts();
  const [rows, setRows] = useState(() => rateDraftsOf(data, language));
  const [isSent, setSent] = useState(false);
  const errorOf = sentenceAt(document.faults, language);
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
        errorAt={index => errorOf(`data[${index}]`)}
        today={day}
      />
      <SaveBar state={document} onSave={save} />
    </Form>
  );
}
