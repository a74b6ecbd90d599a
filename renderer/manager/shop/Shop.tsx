/** The page of the shop: facts with a preview of the receipt, tax rates, tills. */

import { useState } from 'react';
import { Choice } from '../../parts/Choice.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { Page } from '../Page.tsx';
import { Displays } from './Displays.tsx';
import { Facts } from './Facts.tsx';
import { TaxRates } from './TaxRates.tsx';
import { Tills } from './Tills.tsx';

const PARTS = { facts: Facts, tax: TaxRates, tills: Tills, displays: Displays } as const;
type Part = keyof typeof PARTS;

export default function Shop() {
  const { t } = useShopTexts();
  const [part, setPart] = useState<Part>('facts');
  const Current = PARTS[part];
  return (
    <Page title={t('shop.title')}>
      <Choice
        label={t('shop.part')}
        value={part}
        options={(Object.keys(PARTS) as Part[]).map(value => ({ value, text: t(`shop.part.${value}`) }))}
        onChange={setPart}
      />
      <Current />
    </Page>
  );
}
