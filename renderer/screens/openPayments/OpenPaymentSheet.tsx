/**
 * The dialog of one open payment, over the current screen. The basket, the card and an open dialog below stay unchanged.
 */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { RunningPayment } from '../../../main/wire/events.ts';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Elapsed } from '../../parts/Elapsed.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { isTerminalWorking, pendingDecisionOf, subjectIdOf } from '../../stores/paymentState.ts';
import { saleResultOf, takenBackPart } from '../../stores/saleState.ts';
import { usePaymentTexts } from '../../texts/pages/payment.ts';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LateApprovalBody } from './LateApproval.tsx';
import { useDecisionInDialog } from './openDecision.ts';
import { SignatureCheckBody } from './SignatureCheck.tsx';
import { UnknownOutcomeBody } from './UnknownOutcome.tsx';

export function OpenPaymentSheet() {
  const { openPayments, checkout } = useApp();
  const { t } = useTerminalTexts();
  const decision = useDecisionInDialog();
  const ended = useStore(openPayments, state => state.ended);
  const { payment } = decision;
  // Loads the current state of the payment.
  const refresh = checkout.openPayments.refresh;
  useEffect(() => void refresh(), [refresh]);
  if (!payment) return null;
  return (
    <Sheet
      manual="not-known-yet"
      title={t('waiting.title')}
      closeLabel={t('common.close')}
      wide
      onClose={checkout.openPayments.close}
    >
      <div className="grid gap-4">
        {ended ? (
          <ClosedPayment sale={ended} payment={payment} />
        ) : (
          <OpenPayment key={`${kindOf(payment)} ${subjectIdOf(payment)}`} decision={decision} payment={payment} />
        )}
      </div>
    </Sheet>
  );
}

type Kind = 'running' | 'late' | 'signature' | 'unclear';

const kindOf = (payment: RunningPayment): Kind =>
  pendingDecisionOf(payment) ?? (isTerminalWorking(payment) ? 'running' : 'unclear');

interface OpenPaymentProps {
  readonly decision: ReturnType<typeof useDecisionInDialog>;
  readonly payment: RunningPayment;
}

function OpenPayment({ decision, payment }: OpenPaymentProps) {
  switch (kindOf(payment)) {
    case 'late':
      return <LateApprovalBody decision={decision} />;
    case 'signature':
      return <SignatureInDialog decision={decision} payment={payment} />;
    case 'unclear':
      return <UnknownOutcomeBody decision={decision} />;
    case 'running':
      return <TerminalWorking payment={payment} onBack={decision.later} />;
  }
}

const SignatureInDialog = ({ decision }: OpenPaymentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
    <SignatureCheckBody decision={decision} />
  </div>
);

/** A payment that the terminal still works on. */
function TerminalWorking({ payment, onBack }: { readonly payment: RunningPayment; readonly onBack: () => void }) {
  const { t, money, language } = useTerminalTexts();
  const { t: paymentText } = usePaymentTexts();
  const kind = payment.kind === 'reversal' ? 'reversal' : 'running';
  return (
    <>
      <div className="grid gap-2 rounded-control border-2 border-warn bg-warn-tint p-5 text-warn">
        <div className="flex items-center gap-3">
          <span className="animate-breathe">
            <Icon name="terminal" size={40} />
          </span>
          <ScreenTitle level={2} className="text-2xl leading-tight font-bold">
            {t(`waiting.${kind}`)}
          </ScreenTitle>
        </div>
        <p className="figures text-sum leading-tight font-bold" data-testid="payment-amount">
          {money(payment.amount)}
        </p>
        {payment.prompt && <p className="text-lg font-semibold">{payment.prompt[language]}</p>}
        <p className="text-lg">{t(`waiting.${kind}Help`)}</p>
        <p className="flex items-center gap-2">
          <Icon name="clock" size={20} />
          <Elapsed since={payment.startedAt} label={paymentText('payment.elapsed')} />
        </p>
      </div>
      <div>
        <Button size="tall" icon="back" hint="Esc" onPress={onBack}>
          {t('waiting.back')}
        </Button>
      </div>
    </>
  );
}

const LOOKS = {
  paid: { icon: 'check', look: 'border-good bg-good-tint text-good' },
  takenBack: { icon: 'undo', look: 'border-warn bg-warn-tint text-warn' },
  notPaid: { icon: 'cross', look: 'border-bad bg-bad-tint text-bad' },
  open: { icon: 'question', look: 'border-warn bg-warn-tint text-warn' },
} as const;

/** The result of the payment, its receipt, and the button that closes the dialog. */
function ClosedPayment({ sale, payment }: { readonly sale: SmartTransaction; readonly payment: RunningPayment }) {
  const { checkout } = useApp();
  const { t, money } = useTerminalTexts();
  const { t: receiptText } = useReceiptTexts();
  const result = saleResultOf(sale) ?? 'open';
  const part = takenBackPart(sale, payment);
  const isBack = result === 'takenBack' || part !== null;
  const back = part ? part.receipt_reversal : sale.receipt_reversal;
  const slip = isBack ? (back ?? []) : result === 'paid' ? sale.receipt : [];
  const { print, printout } = usePrint({ slip }, 'slip');
  const { icon, look } = LOOKS[result];
  return (
    <>
      <div className={`grid gap-2 rounded-control border-2 p-5 ${look}`}>
        <div className="flex items-center gap-3">
          <Icon name={icon} size={40} />
          <ScreenTitle level={2} className="text-3xl leading-tight font-bold">
            {t(`waiting.ended.${result}`)}
          </ScreenTitle>
          <strong className="figures ms-auto text-3xl">{money(payment.amount)}</strong>
        </div>
        <p className="text-lg">{t(`waiting.ended.${result}Help`)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="tall" icon="back" hint="Esc" onPress={checkout.openPayments.close}>
          {t('waiting.back')}
        </Button>
        {slip.length > 0 && (
          <Button size="tall" icon="print" onPress={() => print('slip')}>
            {receiptText(isBack ? 'receipt.printReversal' : 'receipt.printCustomer')}
          </Button>
        )}
      </div>
      <Paper title={receiptText(isBack ? 'receipt.reversal' : 'receipt.customer')} lines={slip} />
      {printout}
    </>
  );
}
