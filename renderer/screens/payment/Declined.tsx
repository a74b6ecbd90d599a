/** The screen of a failed payment: no money moved, the reason, and the next steps. The basket is unchanged. */

import { useStore } from 'zustand';
import type { Decision } from '../../../main/wire/events.ts';
import type { SaleReason } from '../../../main/wire/till.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { needsDayEnd, type Problem } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { ReceiptPaper } from '../../parts/ReceiptPaper.tsx';
import { totalsOf } from '../../stores/basketTotals.ts';
import { decidedNotPaid } from '../../stores/till.ts';
import { usePaymentTexts } from '../../texts/payment/texts.ts';
import { CureButton, type CureName, isCure } from './CureButton.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { OtherTerminals } from './OtherTerminals.tsx';

export default function Declined() {
  const { till, lights, basket, checkout } = useApp();
  const { t, money } = usePaymentTexts();
  const { failure, reason } = useStore(till);
  const missing = useStore(basket, state => totalsOf(state).missing);
  // Somebody stopped the payment: card and terminal are in order.
  const stopped = reason?.code === 'aborted';
  const terminal = useStore(lights, state => state.terminal);
  const decided = useStore(till, decidedNotPaid);
  const cure = cureOf(failure, reason, terminal?.device);
  // A terminal before its end-of-day takes no cards. Other conditions are over when the terminal no longer reports them.
  const stuck = cure === 'endOfDay' || (cure !== null && terminal?.condition?.blocks === true);
  const slip = useStore(till, state => state.sale?.receipt);
  const repeat = () => void checkout.pay('cashless');
  useKeys([
    ['F8', checkout.openCash],
    ['F9', stuck ? false : repeat],
    ['Escape', checkout.backToBasket],
  ]);
  return (
    <main className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-5 p-4 sm:pt-[12vh]">
      {!decided && <MoneyLine amount={null} at="none" />}
      <div className={`grid gap-3 rounded-panel border-2 p-6 ${decided || stopped ? CALM : ALARM}`}>
        <div className="flex flex-wrap items-center gap-x-3">
          <Icon name={decided ? 'person' : 'cross'} size={40} />
          <ScreenTitle className="text-3xl font-bold">{t('declined.title')}</ScreenTitle>
          <strong className="figures ms-auto text-3xl" data-testid="declined-amount">
            <span className="sr-only">{t('declined.amount', { amount: '' })}</span>
            {money(missing)}
          </strong>
        </div>
        <p className="text-2xl leading-tight font-bold">{t(decided ? 'declined.decided' : 'declined.noMoney')}</p>
        {decided ? <PersonDecision {...decided} /> : <DeclineReason failure={failure} reason={reason} />}
      </div>
      {cure && terminal && <TerminalCure cure={cure} device={terminal.device} cured={!stuck} />}
      <section aria-label={t('declined.what')}>
        <h2 className="mb-2 font-semibold">{t('declined.what')}</h2>
        <div className="grid gap-2 sm:grid-cols-3">
          {!stuck && (
            <Button size="tender" icon="card" hint="F9" onPress={repeat}>
              {t('declined.repeat')}
            </Button>
          )}
          <Button size="tender" icon="cash" hint="F8" onPress={checkout.openCash}>
            {t('declined.cash')}
          </Button>
          <Button size="tender" icon="basket" hint="Esc" onPress={checkout.backToBasket}>
            {t('declined.other')}
          </Button>
        </div>
      </section>
      {slip && slip.length > 0 && (
        <details className="rounded-panel border border-line bg-panel p-3">
          <summary className="touch cursor-pointer py-3 font-semibold">{t('declined.slip')}</summary>
          <ReceiptPaper lines={slip} />
        </details>
      )}
      {!decided && <OtherTerminals />}
    </main>
  );
}

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
      className={`grid gap-2 rounded-panel border bg-panel p-4 ${cured ? 'border-good' : 'border-warn'}`}
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
}

/** The reason from the terminal with an advice; without one, the text of the bridge. */
function DeclineReason({ failure, reason }: DeclineReasonProps) {
  const { t, language, problem: textOf } = usePaymentTexts();
  if (!reason || (failure && NOT_FROM_TERMINAL.has(reason.code)))
    return (
      <p className="text-lg" data-testid="declined-reason">
        {failure ? withoutSentence(textOf(failure), t('declined.noMoney')) : t('declined.unknownReason')}
      </p>
    );
  return (
    <div className="grid gap-1 text-lg" data-testid="declined-reason">
      <p className="font-semibold">
        {reason.code === OWN_DISK ? reason.texts[language] : t('declined.says', { text: reason.texts[language] })}
      </p>
      {!isCure(reason.advice) && <p>{t(`declined.do.${reason.advice}`)}</p>}
      {failure?.kind === 'refused' && (
        <p className="text-sm">{t('problem.code', { code: failure.code, id: failure.supportId })}</p>
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

const ALARM = 'border-bad bg-bad-tint text-bad';
const CALM = 'border-warn bg-warn-tint text-warn';

/** The reason without the sentence that the screen shows in large letters already. */
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
