/** The receipt as a file: a QR code for the phone of the customer, once she agrees. Not there where the shop offers none. */

import { useEffect, useState } from 'react';
import type { PrintingSettings, ReceiptLink } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';

export function PhoneReceipt({ sale }: { readonly sale: string }) {
  const { client } = useApp();
  const { t, moment, problem: textOf } = usePrinterTexts();
  const isOffered = useOffer();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<ReceiptLink | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (!isOffered) return null;
  async function make() {
    try {
      setLink(await client.ask<ReceiptLink>('POST', `/bridge/v1/sales/${sale}/receipt-link`, { consent: true }));
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }
  return (
    <>
      <Button icon="receipt" onPress={() => setOpen(true)}>
        {t('slip.phone')}
      </Button>
      {open && (
        <Sheet manual="receipts" title={t('slip.phone')} closeLabel={t('common.close')} onClose={() => setOpen(false)}>
          <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
          {link ? (
            <div className="grid justify-items-center gap-2">
              <p className="text-xl font-semibold">{t('slip.phoneScan')}</p>
              <QrCode text={link.receipt_url} label={t('slip.phoneCode')} />
              <p className="text-soft">{t('slip.phoneUntil', { date: moment(Date.parse(link.expires)) })}</p>
            </div>
          ) : (
            <div className="grid gap-3">
              <p>{t('slip.phoneConsent')}</p>
              <Button look="primary" size="tall" icon="check" onPress={() => void make()}>
                {t('slip.phoneYes')}
              </Button>
            </div>
          )}
        </Sheet>
      )}
    </>
  );
}

/** True where links are switched on and a phone can reach them. */
function useOffer(): boolean {
  const { client } = useApp();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    let isOver = false;
    client.ask<PrintingSettings>('GET', '/bridge/v1/printing').then(({ receipt_links: links }) => {
      if (!isOver) setOffered(links.is_on && links.reachable !== null);
    }, problemOf);
    return () => {
      isOver = true;
    };
  }, [client]);
  return isOffered;
}
