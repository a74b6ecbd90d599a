/** An X or Z report as it is printed: one layout for screen and paper. */

import type { ZReport } from '../../../main/wire/zReports.ts';
import { Button } from '../../parts/Button.tsx';
import { ReceiptPaper } from '../../parts/ReceiptPaper.tsx';
import { usePrint } from '../../parts/usePrint.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { BesideForm } from '../Beside.tsx';

export function ReportDetail({ report, onClose }: { readonly report: ZReport; readonly onClose: () => void }) {
  const { t } = useCashTexts();
  const { print, printout } = usePrint({ slip: report.receipt }, 'slip');
  const title = report.kind === 'X' ? t('day.xTitle') : t('day.zTitle', { number: report.number });
  return (
    <BesideForm title={title} onClose={onClose}>
      <div className="grid gap-3">
        <div className="mx-auto w-full max-w-md well p-3">
          <ReceiptPaper lines={report.receipt} />
        </div>
        <Button look="primary" size="tall" icon="print" className="justify-self-start" onPress={() => print('slip')}>
          {t('day.print')}
        </Button>
      </div>
      {printout}
    </BesideForm>
  );
}
