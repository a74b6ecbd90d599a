/** What is paid of the sale so far, one line for each tender, and the buttons that give it back. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { paidParts } from '../../stores/basketState.ts';
import { isManager } from '../../stores/session.ts';
import { useTenderTexts } from '../../texts/tenders/texts.ts';
import { CallManager } from '../signIn/CallManager.tsx';

export default function PaidParts() {
  const { basket, checkout, till } = useApp();
  const { t } = useTenderTexts();
  const all = useStore(basket, state => state.parts);
  const busy = useStore(till, state => state.busy !== null);
  const parts = paidParts({ parts: all });
  // A card goes back at its terminal, which may refuse: it comes before what the drawer gives back.
  const inOrder = parts.toReversed().toSorted((a, b) => Number(b.card !== undefined) - Number(a.card !== undefined));
  return (
    <section aria-label={t('parts.title')} className="mt-1 border-t border-line pt-1">
      <ul>
        {parts.map(part => (
          <PaidPart
            key={part.id}
            part={part}
            busy={busy}
            onGiveBack={() => void checkout.giveBack([part])}
            onGone={reason => void checkout.writeOff(part, reason)}
          />
        ))}
      </ul>
      {parts.length > 1 && (
        <Button look="quiet" icon="undo" disabled={busy} onPress={() => void checkout.giveBack(inOrder)}>
          {t('parts.giveBackAll')}
        </Button>
      )}
    </section>
  );
}

const NAMES: Readonly<Record<string, 'method.cash' | 'method.voucher'>> = {
  cash: 'method.cash',
  voucher: 'method.voucher',
};

interface PaidPartProps {
  readonly part: SalePart;
  readonly busy: boolean;
  readonly onGiveBack: () => void;
  /** A manager says that the terminal holds its money no more. */
  readonly onGone: (reason: string) => void;
}

function PaidPart({ part, busy, onGiveBack, onGone }: PaidPartProps) {
  const { t, money } = useTenderTexts();
  const { method, amount, tip = 0, text, card, reversal } = part;
  const detail = text ?? [card?.cardtype, card?.last_four && `**** ${card.last_four}`].filter(Boolean).join(' ');
  const what = [t(NAMES[method] ?? 'method.cashless'), detail].filter(Boolean).join(' ');
  return (
    <li data-testid="paid-part">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere">{what}</span>
        <span className="figures font-semibold">{money(-(amount + tip))}</span>
        <Button
          look="quiet"
          size="icon"
          icon="cross"
          label={t('parts.giveBackLong', { what: `${what} ${money(amount + tip)}` })}
          disabled={busy}
          onPress={onGiveBack}
        />
      </div>
      {reversal !== undefined && <RefusedReturn what={what} amount={amount + tip} busy={busy} onGone={onGone} />}
    </li>
  );
}

interface RefusedReturnProps extends Pick<PaidPartProps, 'busy' | 'onGone'> {
  readonly what: string;
  /** Minor units. */
  readonly amount: number;
}

/** The way out where a terminal that holds the money no more cannot give it back. A manager decides. */
function RefusedReturn({ what, amount, busy, onGone }: RefusedReturnProps) {
  const { session } = useApp();
  const { t, money } = useTenderTexts();
  const manager = isManager(useStore(session, state => state.user));
  const [sure, setSure] = useState(false);
  if (sure && manager)
    return (
      <Confirmation
        danger
        busy={busy}
        text={t('parts.goneSure', { amount: money(amount) })}
        yes={t('parts.goneYes')}
        no={t('parts.goneNo')}
        onYes={() => onGone(t('parts.goneReason'))}
        onNo={() => setSure(false)}
      />
    );
  return (
    <div className="grid gap-1">
      <p className="text-soft">{t('parts.refused', { what })}</p>
      {sure ? (
        <Message tone="info" action={<CallManager />}>
          {t('parts.goneManager')}
        </Message>
      ) : (
        <Button look="quiet" icon="question" disabled={busy} onPress={() => setSure(true)}>
          {t('parts.gone')}
        </Button>
      )}
    </div>
  );
}
