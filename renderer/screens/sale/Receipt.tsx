/** The screen of a closed sale: the change, the receipts, and the button for the next customer. */

import { useStore } from 'zustand';
import { ROUNDING } from '../../../main/domain/cashRounding.ts';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { HandOut } from '../../parts/HandOut.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, Message, ScreenTitle } from '../../parts/Panel.tsx';
import { PrinterState } from '../../parts/PrinterState.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { Paper } from '../../parts/usePrint.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { useSlipPrint } from '../../parts/useSlipPrint.tsx';
import { cashChangeOf, cashOutOf, type PaidTotals, paidTotalsOf } from '../../stores/paidTotals.ts';
import { isPaid } from '../../stores/saleState.ts';
import { isPaidAfterStop } from '../../stores/till.ts';
import { methodKey } from '../../texts/method.ts';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';
import { ChangePieces } from './ChangePieces.tsx';
import { CustomerPapers } from './InvoiceSheet.tsx';
import { PhoneReceipt } from './PhoneReceipt.tsx';
import { SumFacts } from './SumFacts.tsx';
import { TerminalPrint } from './TerminalPrint.tsx';
import { WrongTender } from './WrongTender.tsx';

type Lines = SmartTransaction['receipt'];

export default function Receipt() {
  const { till, checkout } = useApp();
  const { t } = useReceiptTexts();
  const sale = useStore(till, state => state.sale);
  const copies = {
    customer: sale?.receipt ?? NO_LINES,
    merchant: sale?.receipt_merchant ?? NO_LINES,
    reversal: sale?.receipt_reversal ?? NO_LINES,
  };
  // No copy of a cancelled sale may look like a valid receipt.
  const isVoid = sale?.status === 'cancelled';
  const voidMark = isVoid ? t('receipt.void') : undefined;
  const printing = useSlipPrint({ sale: sale?.id ?? '', slips: copies, isVoid });
  const { print, printout, sentTo, problem } = printing;
  // An unwanted approval must be read, so a habitual Enter does not leave the screen.
  const late = useStore(till, isPaidAfterStop);
  useKeys([
    ['Enter', !late && checkout.nextCustomer],
    ['F6', () => void print('customer')],
  ]);
  if (!sale) return null;
  return (
    <Stage
      label={t('receipt.customer')}
      ticket={
        <>
          <div className="grid gap-4 p-4">
            <Facts sale={sale} />
            {isPaid(sale.status) && sale.receipt_merchant_print && (
              <Message tone="warn">{t('receipt.mustPrintMerchant')}</Message>
            )}
            <PrinterState sentTo={sentTo} problem={problem} />
            <div className="grid gap-2">
              {copies.customer.length > 0 && (
                <Button icon="print" hint="F6" onPress={() => void print('customer')}>
                  {t('receipt.printCustomer')}
                </Button>
              )}
              {copies.reversal.length > 0 && (
                <Button icon="print" onPress={() => void print('reversal')}>
                  {t('receipt.printReversal')}
                </Button>
              )}
              {copies.merchant.length > 0 && (
                <Button icon="print" onPress={() => void print('merchant')}>
                  {t('receipt.printMerchant')}
                </Button>
              )}
              {copies.customer.length > 0 && <TerminalPrint key={sale.id} transaction={sale.id} />}
              {copies.customer.length > 0 && !isVoid && (
                <CustomerPapers key={`papers ${sale.id}`} sale={sale.id} printing={printing} />
              )}
              {copies.customer.length > 0 && !isVoid && <PhoneReceipt key={`phone ${sale.id}`} sale={sale.id} />}
              {!late && <WrongTender key={`tender ${sale.id}`} sale={sale} />}
            </div>
          </div>
          <TicketFoot>
            <Button
              look="primary"
              size="next"
              icon="next"
              hint={late ? undefined : 'Enter'}
              onPress={checkout.nextCustomer}
            >
              {t('receipt.next')}
            </Button>
          </TicketFoot>
        </>
      }
    >
      <Ending sale={sale} />
      <div className="flex flex-wrap items-start justify-center gap-4">
        <Paper title={t('receipt.reversal')} lines={copies.reversal} />
        <Paper title={t('receipt.customer')} lines={copies.customer} mark={voidMark} />
        {copies.merchant.length > 0 && <Paper title={t('receipt.merchant')} lines={copies.merchant} mark={voidMark} />}
        {copies.customer.length === 0 && copies.merchant.length === 0 && <p>{t('receipt.empty')}</p>}
      </div>
      {printout}
    </Stage>
  );
}

const NO_LINES: Lines = [];

/** The verdict, and the largest figure of all: the money that goes to the customer now. */
function Ending({ sale }: { readonly sale: SmartTransaction }) {
  const { till } = useApp();
  const { t, money } = useReceiptTexts();
  const late = useStore(till, isPaidAfterStop);
  const paid = isPaid(sale.status);
  const change = paid ? cashChangeOf(sale) : null;
  const back = change ? money(change.back) : '';
  const cashOut = cashOutOf(sale);
  const title = !paid
    ? 'receipt.reversedTitle'
    : sale.basket_info.sum < 0 || cashOut > 0
      ? 'receipt.paidOut'
      : 'receipt.title';
  return (
    <Verdict tone={paid ? 'good' : 'warn'}>
      <div className="flex items-center gap-3">
        <Icon name={paid ? 'check' : 'undo'} size={40} />
        <ScreenTitle className="text-prompt font-bold">{t(title)}</ScreenTitle>
      </div>
      {!paid && <p className="text-ink">{t('receipt.reversed')}</p>}
      {change && (
        <>
          <p className="@container grid gap-1">
            <span className="text-xl font-semibold text-ink">{t('receipt.change')}</span>
            <strong className={`figures leading-none font-bold ${giantFor(back)}`} data-testid="change">
              {back}
            </strong>
          </p>
          <ChangePieces amount={change.back} currency={sale.basket_info.currency} />
        </>
      )}
      {cashOut > 0 && <HandOut name={t('receipt.handOut')} amount={money(cashOut)} />}
      {late && <PaidAfterStop />}
    </Verdict>
  );
}

/** As large as the screen allows, and no wider than its panel. */
const giantFor = (amount: string): string =>
  amount.length > 8 ? 'text-[min(var(--size-giant),17cqi)]' : 'text-[min(var(--size-giant),24cqi)]';

/** How the sum came about, and what paid it. */
function Facts({ sale }: { readonly sale: SmartTransaction }) {
  const { t, money } = useReceiptTexts();
  const paid = isPaid(sale.status);
  const { goods, discount, bonus, tip, tenders } = paidTotalsOf(sale);
  const change = paid ? cashChangeOf(sale) : null;
  const isBack = !paid && sale.given_back !== undefined;
  return (
    <dl className="grid gap-1">
      <SumFacts of="paid-" goods={goods} discount={discount} bonus={bonus} />
      {(paid || isBack) && <Tenders tenders={tenders} isBack={isBack} />}
      {tip > 0 && (
        <Fact name={t('receipt.tipWithin')} id="tip">
          {money(tip)}
        </Fact>
      )}
      {change && <Fact name={t('receipt.given')}>{money(change.given)}</Fact>}
    </dl>
  );
}

function Tenders({ tenders, isBack }: Pick<PaidTotals, 'tenders'> & { readonly isBack: boolean }) {
  const { t, money } = useReceiptTexts();
  return tenders.map(({ method, amount, text }, position) => {
    const name = isBack ? wayBack(method, text, t) : t(methodKey(method));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: one method may pay several times, and a receipt never changes its order
      <Fact key={position} name={name} id={`tender-${method}`}>
        {/* As on the paper: below 0 what was not to be paid. */}
        {money(method === ROUNDING ? 0 - amount : amount)}
      </Fact>
    );
  });
}

/** Where the money of a cancelled sale goes, with the name of the card or voucher. */
function wayBack(method: string, text: string | undefined, t: ReturnType<typeof useReceiptTexts>['t']): string {
  if (method === ROUNDING) return t(methodKey(method));
  const way = method in BACK ? t(BACK[method as keyof typeof BACK]) : t('receipt.back.other');
  return text ? `${way} (${text})` : way;
}

const BACK = {
  cash: 'receipt.back.cash',
  cashless: 'receipt.back.card',
  cashless_direct: 'receipt.back.foreignCard',
  loyalty: 'receipt.back.loyalty',
  voucher: 'receipt.back.voucher',
} as const;

/** Message that the customer has paid although the cashier pressed Cancel, with a confirmed button to take the payment back. */
function PaidAfterStop() {
  const { checkout } = useApp();
  const { t } = useReceiptTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  return (
    <div className="grid gap-2">
      <Message tone="warn">{t('receipt.late')}</Message>
      {isOpen ? (
        <Confirmation
          danger
          icon="undo"
          no={t('receipt.reverseKeep')}
          yes={t('receipt.reverseConfirm')}
          onNo={close}
          onYes={() => answer(() => checkout.reverse())}
        />
      ) : (
        <Button icon="undo" onPress={ask}>
          {t('receipt.reverse')}
        </Button>
      )}
    </div>
  );
}
