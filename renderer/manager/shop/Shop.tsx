/** The page of the shop: facts with a preview of the receipt, tax rates, tills. */

import { useShopTexts } from '../../texts/pages/shop.ts';
import { Page } from '../Page.tsx';
import { Parts } from '../Parts.tsx';
import { Displays } from './Displays.tsx';
import { Facts } from './Facts.tsx';
import { TaxRates } from './TaxRates.tsx';
import { Tills } from './Tills.tsx';

const PARTS = { facts: Facts, tax: TaxRates, tills: Tills, displays: Displays } as const;
type Part = keyof typeof PARTS;

export default function Shop() {
  const { t } = useShopTexts();
  return (
    <Page title={t('shop.title')}>
      <Parts
        page="shop"
        label={t('shop.part')}
        parts={(Object.keys(PARTS) as Part[]).map(value => ({ value, text: t(`shop.part.${value}`) }))}
      >
        {part => {
          const Current = PARTS[part];
          return <Current />;
        }}
      </Parts>
    </Page>
  );
}
