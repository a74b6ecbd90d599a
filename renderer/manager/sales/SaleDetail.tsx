/** One sale: its receipts, its history, a reprint with its mark, and its cancellation. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { PrintedSlip, SaleStep, SaleWithHistory } from '../../../main/wire/foundSales.ts';
import { maySell } from '../../../main/wire/screenPages.ts';
import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import { useApp } from '../../app/context.tsx';
import { mayPayAgain } from '../../checkout/anotherTender.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { PrinterState } from '../../parts/PrinterState.tsx';
import { Paper } from '../../parts/usePrint.tsx';
import { useSlipPrint } from '../../parts/useSlipPrint.tsx';
import { CustomerPapers } from '../../screens/sale/InvoiceSheet.tsx';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { useSalesTexts } from '../../texts/pages/sales.ts';
import { Detail } from '../List.tsx';
import { GoodsReturn } from './GoodsReturn.tsx';
import { saleFacts, stateOf, waysBack } from './saleFacts.ts';

interface SaleDetailProps {
  readonly id: string;
  readonly onClose: () => void;
  /** The count of copies has changed. */
  readonly onPrinted: () => void;
}

export function SaleDetail({ id, onClose, onPrinted }: SaleDetailProps) {
  const { client, session } = useApp();
  const sells = useStore(session, ({ user }) => maySell(user));
  const texts = useSalesTexts();
  const { t: returnText } = useReturnsTexts();
  const { t, money, problem: textOf } = texts;
  const [isReturning, setReturning] = useState(false);
  const path = `/bridge/v1/sales/${id}`;
  const { value: sale, problem, reload } = useResource(path, () => client.ask<SaleWithHistory>('GET', path));
  const printing = useSlipPrint({
    sale: id,
    slips: sale ? linesOf(sale) : NO_SLIPS,
    isVoid: sale?.found.status === 'cancelled',
    onPrinted() {
      reload();
      onPrinted();
    },
  });
  const found = sale?.found;
  const title = found?.receipt_number ? t('sold.number', { number: found.receipt_number }) : t('sold.title');
  return (
    <Detail title={title} manual={isReturning ? 'return' : undefined} closeLabel={t('common.close')} onClose={onClose}>
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      {sale && found && isReturning && <GoodsReturn sale={id} onClose={onClose} />}
      {sale && found && !isReturning && (
        <>
          <p>
            <strong className="figures text-xl">{money(found.sum)}</strong>{' '}
            <span className="text-soft">
              {t(`sold.state.${stateOf(found)}`)} · {saleFacts(found, texts).join(' · ')}
            </span>
          </p>
          {sells && <Prints sale={sale} onPrint={slip => void printing.print(slip)} />}
          {sells && found.status !== 'cancelled' && sale.transaction.receipt.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <CustomerPapers sale={id} printing={printing} />
            </div>
          )}
          <PrinterState sentTo={printing.sentTo} problem={printing.problem} />
          {sells && stateOf(found) === 'partly' && <Continue id={id} onClose={onClose} />}
          {sells && isReturnable(sale) && (
            <div className="flex flex-wrap gap-2">
              <Button icon="undo" onPress={() => setReturning(true)}>
                {returnText('back.open')}
              </Button>
              {found.returned === 0 && <Cancel id={id} tenders={found.tenders} onClose={onClose} />}
              {found.returned === 0 && mayPayAgain(sale.transaction) && <Reopen id={id} onClose={onClose} />}
            </div>
          )}
          <Slips sale={sale} />
          <History steps={sale.history} />
        </>
      )}
      {printing.printout}
    </Detail>
  );
}

const NO_SLIPS = { customer: [], merchant: [], reversal: [] } as const;

const linesOf = ({ transaction }: SaleWithHistory): Readonly<Record<PrintedSlip, readonly ReceiptLine[]>> => ({
  customer: transaction.receipt,
  merchant: transaction.receipt_merchant ?? [],
  reversal: transaction.receipt_reversal ?? [],
});

function Prints({ sale, onPrint }: { readonly sale: SaleWithHistory; readonly onPrint: (slip: PrintedSlip) => void }) {
  const { t } = useReceiptTexts();
  const lines = linesOf(sale);
  const buttons = [
    ['customer', t('receipt.printCustomer')],
    ['reversal', t('receipt.printReversal')],
    ['merchant', t('receipt.printMerchant')],
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.map(
        ([slip, text]) =>
          lines[slip].length > 0 && (
            <Button
              key={slip}
              look={slip === 'customer' ? 'primary' : 'tonal'}
              icon="print"
              onPress={() => onPrint(slip)}
            >
              {text}
            </Button>
          ),
      )}
    </div>
  );
}

function Slips({ sale }: { readonly sale: SaleWithHistory }) {
  const { t } = useReceiptTexts();
  const { customer, reversal } = linesOf(sale);
  const mark = sale.found.status === 'cancelled' ? t('receipt.void') : undefined;
  return (
    <div className="grid max-w-full content-start gap-4">
      <Paper title={t('receipt.reversal')} lines={reversal} />
      <Paper title={t('receipt.customer')} lines={customer} mark={mark} />
    </div>
  );
}

function History({ steps }: { readonly steps: readonly SaleStep[] }) {
  const { t, moment } = useSalesTexts();
  return (
    <section aria-label={t('sold.history')}>
      <h3 className="mb-1 font-semibold">{t('sold.history')}</h3>
      <ol className="grid gap-1 text-sm">
        {/* biome-ignore-start lint/suspicious/noArrayIndexKey: steps of the past never change places */}
        {steps.map((step, index) => (
          <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <span className="figures text-soft">{moment(Date.parse(step.at))}</span>
            <StepText step={step} />
          </li>
        ))}
        {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
      </ol>
    </section>
  );
}

const COMMAND_STATES = ['approved', 'declined', 'notSent', 'unknown', 'open'] as const;

function StepText({ step }: { readonly step: SaleStep }) {
  const { t, money, language } = useSalesTexts();
  const { kind, copy, amount, terminal, terminal_receipt: receipt, card_end: digits, person, reason } = step;
  const name = kind === 'print' && copy ? t('sold.step.copy', { number: copy }) : t(`sold.step.${kind}`);
  const state = COMMAND_STATES.find(known => known === step.state);
  const facts = [
    ...(state ? [t(`sold.command.${state}`)] : []),
    ...(amount === null ? [] : [money(amount)]),
    ...(digits ? [t('sold.cardEnd', { digits })] : []),
    ...(terminal ? [terminal] : []),
    ...(receipt === null ? [] : [t('sold.terminalReceipt', { number: receipt })]),
    ...(person ? [person] : []),
    ...(reason ? [reason[language]] : []),
  ];
  return (
    <span className="min-w-0 wrap-anywhere">
      {name}
      {facts.length > 0 && `: ${facts.join(' · ')}`}
    </span>
  );
}

/** Paid, and no return that paid out money. */
const isReturnable = ({ found, transaction }: SaleWithHistory): boolean =>
  stateOf(found) === 'paid' &&
  transaction.basket.products.some(({ item_type: type, quantity }) => type !== 'return' && quantity > 0);

/** Opens a half cancelled sale on the till, where it can be given back. */
function Continue({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { checkout, managerPage } = useApp();
  const { t } = useReturnsTexts();
  const open = () => {
    onClose();
    managerPage.back();
    void checkout.openSale(id);
  };
  return (
    <Button icon="undo" className="justify-self-start" onPress={open}>
      {t('back.continue')}
    </Button>
  );
}

/** Shows the paid sale on the till, where a wrong tender is put right. */
function Reopen({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { basket, checkout, managerPage } = useApp();
  const { t } = useReceiptTexts();
  const hasBasket = useStore(basket, state => state.lines.length > 0);
  if (hasBasket) return null;
  const open = () => {
    onClose();
    managerPage.back();
    void checkout.openSale(id);
  };
  return (
    <Button icon="cash" className="justify-self-start" onPress={open}>
      {t('receipt.wrongTender')}
    </Button>
  );
}

/** Opens the sale on the till, where every step of the reversal has its screen, and cancels it there. */
interface CancelProps {
  readonly id: string;
  readonly tenders: SaleWithHistory['found']['tenders'];
  readonly onClose: () => void;
}

function Cancel({ id, tenders, onClose }: CancelProps) {
  const { basket, checkout, managerPage, till } = useApp();
  const { t } = useSalesTexts();
  const hasBasket = useStore(basket, state => state.lines.length > 0);
  const [sure, setSure] = useState(false);
  async function cancel() {
    onClose();
    managerPage.back();
    await checkout.openSale(id);
    if (till.getState().sale?.id === id) await checkout.reverse();
  }
  if (hasBasket) return <Message tone="info">{t('sold.finishFirst')}</Message>;
  if (sure)
    return (
      <Confirmation
        danger
        text={t('sold.cancelSure', { ways: waysBack(tenders, t) })}
        yes={t('sold.cancelYes')}
        no={t('sold.cancelNo')}
        onYes={() => void cancel()}
        onNo={() => setSure(false)}
      />
    );
  return (
    <Button icon="undo" className="justify-self-start" onPress={() => setSure(true)}>
      {t('sold.cancel')}
    </Button>
  );
}
