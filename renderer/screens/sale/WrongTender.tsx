/** A tender that was booked by mistake, put right: the sale is cancelled with a reason, and its basket is paid again. */

import { useState } from 'react';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { mayPayAgain, payAgain } from '../../checkout/anotherTender.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { paidTotalsOf } from '../../stores/paidTotals.ts';
import { methodKey } from '../../texts/method.ts';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';
import { HeldScans } from './HeldScans.tsx';

export function WrongTender({ sale }: { readonly sale: SmartTransaction }) {
  const app = useApp();
  const { t, money } = useReceiptTexts();
  const [isOpen, setOpen] = useState(false);
  if (!mayPayAgain(sale)) return null;
  const paid = paidTotalsOf(sale).tenders.map(({ method, amount }) => `${t(methodKey(method))} ${money(amount)}`);
  const again = async () => {
    setOpen(false);
    if (await payAgain(app, t('receipt.wrongTenderReason'))) app.notices.show('info', () => t('receipt.payAgain'));
  };
  return (
    <>
      <Button look="quiet" icon="undo" onPress={() => setOpen(true)}>
        {t('receipt.wrongTender')}
      </Button>
      {isOpen && (
        <Sheet
          manual="wrong-tender"
          title={t('receipt.wrongTender')}
          closeLabel={t('common.close')}
          onClose={() => setOpen(false)}
        >
          <HeldScans />
          <Confirmation
            danger
            icon="undo"
            text={t('receipt.wrongTenderHow', { paid: paid.join(', ') })}
            yes={t('receipt.wrongYes')}
            no={t('receipt.wrongNo')}
            onYes={() => void again()}
            onNo={() => setOpen(false)}
          />
        </Sheet>
      )}
    </>
  );
}
