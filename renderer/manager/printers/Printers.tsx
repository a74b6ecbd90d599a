/** The page of printers: the printers of the shop, what each till prints, the receipt on the phone, and the logo. */

import { useState } from 'react';
import { Choice } from '../../parts/Choice.tsx';
import { usePrinterTexts } from '../../texts/printers/texts.ts';
import { Page } from '../Page.tsx';
import { Logo } from './Logo.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { PrinterList } from './PrinterList.tsx';
import { TillPrints } from './TillPrints.tsx';

const PARTS = { list: PrinterList, tills: TillPrints, phone: PhoneSettings, logo: Logo } as const;
type Part = keyof typeof PARTS;

export default function Printers() {
  const { t } = usePrinterTexts();
  const [part, setPart] = useState<Part>('list');
  const Current = PARTS[part];
  return (
    <Page title={t('printers.title')}>
      <Choice
        label={t('printers.part')}
        value={part}
        options={(Object.keys(PARTS) as Part[]).map(value => ({ value, text: t(`printers.part.${value}`) }))}
        onChange={setPart}
      />
      <Current />
    </Page>
  );
}
