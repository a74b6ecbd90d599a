/** The tax rates with their days, as proposed for the country. */

import { useState } from 'react';
import type { TaxRate } from '../../main/wire/shop.ts';
import { Message } from '../parts/Panel.tsx';
import { dayIn } from '../report/days.ts';
import { TaxRateFields } from '../shop/TaxRateFields.tsx';
import { rateDraftsOf, taxRatesOf } from '../shop/taxDraft.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps, useErrors } from './StepForm.tsx';

export function TaxStep({ store }: StepProps) {
  const { t, language } = useSetupTexts();
  const [rows, setRows] = useState(() => rateDraftsOf(ratesOf(store), language));
  const [isSent, setSent] = useState(false);
  const errorAt = useErrors(store);
  const submit = async () => {
    setSent(true);
    const taxRates = taxRatesOf(rows);
    if (taxRates && (await store.keep({ taxRates }))) store.next();
  };
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <p>{t('setup.tax.intro')}</p>
      {rows.length === 0 && <Message tone="info">{t('setup.tax.none')}</Message>}
      <OtherFaults store={store} paths={rows.map((_, index) => `taxRates[${index}]`)} />
      <TaxRateFields
        rows={rows}
        onChange={setRows}
        isSent={isSent}
        errorAt={index => errorAt(`taxRates[${index}]`)}
        // No shop exists yet, and a rate begins with a day of the calendar: that of the machine on which it is set up.
        today={dayIn(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)}
      />
    </StepForm>
  );
}

/** The entered rates, else the proposal for the country of the shop. */
export function ratesOf(store: StepProps['store']): readonly TaxRate[] {
  const proposal = store.getState().kept?.proposal.taxRates as readonly TaxRate[] | undefined;
  return store.draft().taxRates ?? proposal ?? [];
}
