/** The open payments as buttons at the head of the stage. A button opens its payment in a dialog over the screen, which stays unchanged. */

import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button, Hint } from '../../parts/Button.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { visiblePage } from '../../stores/managerPage.ts';
import { isTerminalWorking, pendingDecisionOf, subjectIdOf } from '../../stores/paymentState.ts';
import { screenOf } from '../../stores/till.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { OpenPaymentSheet } from './OpenPaymentSheet.tsx';

export default function OpenPaymentChips() {
  const { openPayments, till, managerPage, checkout } = useApp();
  const texts = useTerminalTexts();
  const { list, opened } = useStore(openPayments);
  const screen = useStore(till, screenOf);
  const shown = useStore(till, state => (state.payment ? subjectIdOf(state.payment) : null));
  const page = useStore(
    managerPage,
    useShallow(state => visiblePage(state, screen)),
  );
  // The payment on the screen needs no button, unless a page of the manager hides its screen.
  const chips = list.filter(one => page !== null || subjectIdOf(one) !== shown);
  const first = chips[0];
  useKeys(
    [['F4', screen !== 'unknown' && !opened && first !== undefined && (() => checkout.openPayments.open(first))]],
    'everywhere',
  );
  return (
    <>
      {chips.length > 0 && (
        <section aria-label={texts.t('waiting.title')} className="px-2 pt-2">
          <ul aria-label={texts.t('waiting.title')} className="flex gap-2 overflow-x-auto p-1">
            {chips.map((one, at) => (
              <li key={subjectIdOf(one)} className="shrink-0">
                <Chip payment={one} hint={at === 0 && screen !== 'unknown'} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {opened && <OpenPaymentSheet />}
    </>
  );
}

function Chip({ payment, hint }: { readonly payment: RunningPayment; readonly hint: boolean }) {
  const { checkout } = useApp();
  const { t, money, time } = useTerminalTexts();
  const kind = kindOf(payment);
  const what = t(`waiting.chip.${kind}`);
  const amount = money(payment.amount);
  return (
    <Button
      icon={ICONS[kind]}
      label={t('waiting.chipLong', { what, amount, time: time(payment.startedAt) })}
      className="border-warn! bg-warn-tint! text-warn! px-3"
      onPress={() => checkout.openPayments.open(payment)}
    >
      <span className="figures font-semibold">{amount}</span>
      <span>{what}</span>
      {hint && (
        <span className="max-xl:hidden">
          <Hint>F4</Hint>
        </span>
      )}
    </Button>
  );
}

const ICONS = {
  unclear: 'question',
  person: 'person',
  late: 'alert',
  found: 'alert',
  twice: 'alert',
  foreign: 'alert',
  contradicted: 'question',
  surplus: 'alert',
  takenBack: 'undo',
  signature: 'alert',
  running: 'clock',
  reversal: 'undo',
} as const satisfies Record<string, IconName>;

const LATE = {
  stopped: 'late',
  lineBroke: 'late',
  decided: 'found',
  denied: 'found',
  surplus: 'surplus',
  twice: 'twice',
  foreign: 'foreign',
  contradicted: 'contradicted',
  takenBack: 'takenBack',
} as const satisfies Record<NonNullable<RunningPayment['lateBecause']>, keyof typeof ICONS>;

function kindOf(payment: RunningPayment): keyof typeof ICONS {
  const decision = pendingDecisionOf(payment);
  if (decision === 'late') return LATE[payment.lateBecause ?? 'stopped'];
  if (decision) return decision;
  if (payment.step === 'person') return 'person';
  if (!isTerminalWorking(payment)) return 'unclear';
  return payment.kind === 'reversal' ? 'reversal' : 'running';
}
