/**
 * The screen of whatever a terminal or the bridge declined of a sale, a whole payment, a part, or money that should go back: no money
 * moved, the amount, the reason, and the next steps. The basket is unchanged.
 */

import { useStore } from 'zustand';
import type { Decision } from '../../../main/wire/events.ts';
import type { SaleReason } from '../../../main/wire/till.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { needsDayEnd, type Problem, wasDeclined } from '../../bridge/problem.ts';
import { createPayOutSteps } from '../../checkout/payOut.ts';
import { Button } from '../../parts/Button.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { ReceiptPaper } from '../../parts/ReceiptPaper.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { totalsOf } from '../../stores/basketTotals.ts';
import { decidedNotPaid } from '../../stores/till.ts';
import { usePaymentTexts } from '../../texts/pages/payment.ts';
import { CureButton, type CureName, isCure } from './CureButton.tsx';
import { LockedTicket } from './LockedTicket.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { Numbers, sentenceOf } from './Numbers.tsx';
import { OtherTerminals } from './OtherTerminals.tsx';

export default function Declined() {
  const { till, lights, basket, checkout } = useApp();
  const { t, money } = usePaymentTexts();
  const { failure, reason, declined } = useStore(till);
  const missing = useStore(basket, state => totalsOf(state).missing);
  const tip = useStore(basket, state => state.extras.tip);
  const kind = declined?.kind ?? 'payment';
  const words = WORDS[kind];
  const goneBack = declined?.goneBack ?? 0;
  // Somebody stopped the payment: card and terminal are in order.
  const stopped = reason?.code === 'aborted';
  const sale = useStore(till, state => state.sale);
  const terminal = useStore(lights, state => state.terminal);
  const decided = useStore(till, decidedNotPaid);
  const cure = cureOf(failure, reason, terminal?.device);
  // A terminal before its end-of-day takes no cards. Other conditions are over when the terminal no longer reports them.
  const stuck = cure === 'endOfDay' || (cure !== null && terminal?.condition?.blocks === true);
  const slip = useStore(till, state => (state.declined ? state.declined.slip : state.sale?.receipt));
  const repeat = () => void (declined ? declined.again() : checkout.pay('cashless'));
  const inCash = CASH[kind];
  const takeCash = () => inCash?.(checkout, declined?.amount ?? 0);
  useKeys([
    ['F8', inCash !== null && takeCash],
    ['F9', stuck ? false : repeat],
    ['Escape', checkout.backToBasket],
  ]);
  return (
    <Stage
      ticket={
        <>
          <LockedTicket />
          <TicketFoot
            label={t('declined.what')}
            amount={
              <strong className="figures ms-auto text-3xl font-bold" data-testid="declined-amount">
                {declined ? (
                  t(`declined.amountOf.${declined.kind}`, { amount: money(declined.amount) })
                ) : (
                  <>
                    <span className="sr-only">{t('declined.amount', { amount: '' })}</span>
                    {money(missing)}
                  </>
                )}
              </strong>
            }
          >
            <section aria-label={t('declined.what')} className="grid grid-cols-[1fr_1.7fr_1fr] gap-2">
              {inCash ? (
                <Button size="tender" icon="cash" hint="F8" onPress={takeCash}>
                  {t(kind === 'payOut' ? 'declined.cashOut' : 'declined.cash')}
                </Button>
              ) : (
                <span />
              )}
              {stuck ? (
                <span />
              ) : (
                <Button size="next" look="primary" icon="card" hint="F9" onPress={repeat}>
                  {t(declined && declined.tender !== 'cashless' ? 'declined.again' : 'declined.repeat')}
                </Button>
              )}
              <Button size="tender" icon="basket" hint="Esc" onPress={checkout.backToBasket}>
                {t(kind === 'giveBack' ? 'declined.keep' : 'declined.other')}
              </Button>
            </section>
          </TicketFoot>
        </>
      }
    >
      {!decided && <MoneyLine amount={null} at={goneBack > 0 ? 'someBack' : words.money} />}
      <Verdict tone={decided || stopped ? 'warn' : 'bad'} fills>
        <div className="flex items-center gap-x-3">
          <Icon name={decided ? 'person' : 'cross'} size={40} />
          <ScreenTitle className="text-prompt font-bold">{t(words.title)}</ScreenTitle>
        </div>
        {tip > 0 && kind === 'payment' && <p>{t('declined.tip', { amount: money(tip) })}</p>}
        <p className="text-2xl font-bold text-ink">
          {goneBack > 0
            ? t('declined.restNotBack', { amount: money(goneBack) })
            : t(decided ? 'declined.decided' : words.noMoney)}
        </p>
        <div className="text-ink">
          {decided ? <PersonDecision {...decided} /> : <DeclineReason kind={kind} failure={failure} reason={reason} />}
        </div>
      </Verdict>
      {cure && terminal && <TerminalCure cure={cure} device={terminal.device} cured={!stuck} />}
      {slip && slip.length > 0 && (
        <Fold title={t('declined.slip')} className="card px-4">
          <ReceiptPaper lines={slip} />
        </Fold>
      )}
      {!decided && (declined === null || declined.tender === 'cashless') && <OtherTerminals />}
      <Numbers subject={sale && { kind: 'sale', id: sale.id }} problem={failure} />
    </Stage>
  );
}

const PAY = { money: 'none', noMoney: 'declined.noMoney', unknown: 'declined.unknownReason' } as const;
const BACK = { money: 'noneBack', noMoney: 'declined.noMoneyBack', unknown: 'declined.unknownReasonBack' } as const;

/** A refund that was declined is never called a payment. */
const WORDS = {
  payment: { title: 'declined.title', ...PAY },
  part: { title: 'declined.title.part', ...PAY, money: 'noneNow' },
  giveBack: { title: 'declined.title.giveBack', ...BACK },
  payOut: { title: 'declined.title.payOut', ...BACK },
} as const;

type Checkout = ReturnType<typeof useApp>['checkout'];

/** The same in cash. A card that paid a part of an open sale cannot go back otherwise. */
const CASH: Readonly<Record<keyof typeof WORDS, null | ((checkout: Checkout, amount: number) => void)>> = {
  payment: checkout => checkout.openCash(),
  part: checkout => checkout.openCash(),
  giveBack: null,
  payOut: (checkout, amount) => void createPayOutSteps(checkout.inside).payOut([{ method: 'cash', amount }]),
};

/** The step that the terminal needs before it takes cards again. */
function TerminalCure({
  cure,
  device,
  cured,
}: {
  readonly cure: CureName;
  readonly device: string;
  readonly cured: boolean;
}) {
  const { t } = usePaymentTexts();
  const { title, text } = cured ? CURED : CURES[cure];
  return (
    <section
      aria-label={t(title)}
      className={`grid gap-2 rounded-control border bg-surface p-4 ${cured ? 'border-good' : 'border-warn'}`}
    >
      <h2 className="text-xl font-semibold">{t(title)}</h2>
      <p>{t(text)}</p>
      {!cured && (
        <div>
          <CureButton device={device} cure={cure} />
        </div>
      )}
    </section>
  );
}

const CURED = { title: 'declined.curedTitle', text: 'declined.cured' } as const;

/** The cure of the till's own terminal; null when another terminal, the card, the host or the line was the reason. */
function cureOf(failure: Problem | null, reason: SaleReason | null, ownTerminal: string | undefined): CureName | null {
  if (reason && reason.device !== ownTerminal) return null;
  if (needsDayEnd(failure)) return 'endOfDay';
  return reason && isCure(reason.advice) ? reason.advice : null;
}

const CURES = {
  endOfDay: { title: 'declined.fullTitle', text: 'declined.full' },
  diagnosis: { title: 'declined.cureTitle.diagnosis', text: 'declined.cure' },
  initialisation: { title: 'declined.cureTitle.initialisation', text: 'declined.cure' },
} as const;

interface DeclineReasonProps {
  readonly failure: Problem | null;
  readonly reason: SaleReason | null;
  readonly kind: keyof typeof WORDS;
}

/** The reason from the terminal with an advice; without one, the text of the bridge. */
function DeclineReason({ failure, reason, kind }: DeclineReasonProps) {
  const { t, language, problem: textOf } = usePaymentTexts();
  const { noMoney, unknown } = WORDS[kind];
  const isStoppedHere = useStore(
    useApp().till,
    ({ stopRequested, sale }) => stopRequested || (sale?.outcome.abort_requested ?? false),
  );
  // The advice of the terminal, and the text of the bridge for a card that was declined, are about a payment.
  const isBack = kind === 'giveBack' || kind === 'payOut';
  if (!reason || (failure && NOT_FROM_TERMINAL.has(reason.code)))
    return (
      <p className="text-lg" data-testid="declined-reason">
        {failure && !(isBack && wasDeclined(failure))
          ? withoutSentence(sentenceOf(failure, textOf), t(noMoney))
          : t(unknown)}
      </p>
    );
  return (
    <div className="grid gap-1 text-lg" data-testid="declined-reason">
      <p className="font-semibold">
        {reason.code === 'aborted'
          ? t(isStoppedHere ? 'declined.stopped.till' : 'declined.stopped.terminal')
          : reason.code === OWN_DISK
            ? reason.texts[language]
            : t('declined.says', { text: reason.texts[language] })}
      </p>
      {isBack ? (
        <p>{t(`declined.doBack.${kind}`)}</p>
      ) : (
        !isCure(reason.advice) && <p>{t(`declined.do.${reason.advice}`)}</p>
      )}
    </div>
  );
}

/** The terminal has said nothing of the kind. */
const OWN_DISK = 'notWritten';

/** Reasons from the bridge: the terminal was not reached, or was not asked. */
const NOT_FROM_TERMINAL: ReadonlySet<string> = new Set([
  'unreachable',
  'lineLost',
  'silent',
  'garbled',
  'closed',
  'held',
  'portTaken',
  'virtual',
  'unsupported',
  'notHandedOver',
  'signatureRefused',
  OWN_DISK,
]);

const withoutSentence = (text: string, sentence: string): string =>
  text.replace(sentence, '').replace('  ', ' ').trim();

/** The decision of a person: name, time, and evidence. */
function PersonDecision({ by, at, evidence }: Decision) {
  const { t, money, time, language } = usePaymentTexts();
  const last = evidence?.last;
  return (
    <div className="grid gap-1 text-lg" data-testid="declined-reason">
      <p>{t('declined.decidedBy', { by, time: time(at) })}</p>
      {evidence?.because && <p>{t('declined.known', { because: evidence.because[language] })}</p>}
      {last && (
        <p>
          {t('declined.last', {
            number: last.receipt_number ?? '?',
            amount: last.amount === null ? t('declined.lastUnknown') : money(last.amount),
          })}
        </p>
      )}
      <p>{t('declined.check')}</p>
    </div>
  );
}
