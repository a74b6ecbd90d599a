/** The page of printers: the printers of the shop, what each till prints, the receipt on the phone, and the logo. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { isManager } from '../../stores/session.ts';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { Page } from '../Page.tsx';
import { Parts } from '../Parts.tsx';
import { Logo } from './Logo.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { PrinterList } from './PrinterList.tsx';
import { TillPrints } from './TillPrints.tsx';

const PARTS = { list: PrinterList, tills: TillPrints, phone: PhoneSettings, logo: Logo } as const;
type Part = keyof typeof PARTS;
/** Facts of the shop, which a manager changes. */
const OF_SHOP: ReadonlySet<Part> = new Set(['phone', 'logo']);

export default function Printers() {
  const { t } = usePrinterTexts();
  const { session } = useApp();
  const leads = useStore(session, ({ user }) => isManager(user));
  return (
    <Page title={t('printers.title')}>
      <Parts
        page="printers"
        label={t('printers.part')}
        parts={(Object.keys(PARTS) as Part[])
          .filter(one => leads || !OF_SHOP.has(one))
          .map(value => ({ value, text: t(`printers.part.${value}`) }))}
      >
        {part => {
          const Current = PARTS[part];
          return <Current />;
        }}
      </Parts>
    </Page>
  );
}
