/** The paid parts of the sale, one line for each, and the buttons that ask whether a part goes back. */

import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createGiveBackSteps } from '../../checkout/giveBack.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { broughtBy, paidParts } from '../../stores/basketState.ts';
import { isManager } from '../../stores/session.ts';
import { useTenderTexts } from '../../texts/pages/tenders.ts';
import { CallManager } from '../signIn/CallManager.tsx';
import { partName } from './partName.ts';

export default function PaidParts() {
  const { basket, checkout, till } = useApp();
  const { askGiveBack, writeOff } = createGiveBackSteps(checkout.inside);
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
            onGiveBack={() => askGiveBack([part])}
            onGone={reason => writeOff(part, reason)}
          />
        ))}
      </ul>
      {parts.length > 1 && (
        <Button look="quiet" icon="undo" disabled={busy} onPress={() => askGiveBack(inOrder)}>
          {t('parts.giveBackAll')}
        </Button>
      )}
    </section>
  );
}

interface PaidPartProps {
  readonly part: SalePart;
  readonly busy: boolean;
  readonly onGiveBack: () => void;
  /** A manager says that the terminal holds its money no more. */
  readonly onGone: (reason: string) => Promise<void>;
}

function PaidPart({ part, busy, onGiveBack, onGone }: PaidPartProps) {
  const { t, money } = useTenderTexts();
  const what = partName(part, t);
  const amount = broughtBy(part);
  return (
    <li data-testid="paid-part">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere">{what}</span>
        <span className="figures font-semibold">{money(-amount)}</span>
        <Button
          look="quiet"
          size="icon"
          icon="cross"
          label={t('parts.giveBackLong', { what: `${what} ${money(amount)}` })}
          disabled={busy}
          onPress={onGiveBack}
        />
      </div>
      {part.reversal !== undefined && <RefusedReturn what={what} amount={amount} busy={busy} onGone={onGone} />}
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
  const question = useQuestion();
  if (question.isOpen && manager)
    return (
      <Confirmation
        danger
        busy={busy}
        text={t('parts.goneSure', { amount: money(amount) })}
        yes={t('parts.goneYes')}
        no={t('parts.goneNo')}
        onYes={() => question.answer(() => onGone(t('parts.goneReason')))}
        onNo={question.close}
      />
    );
  return (
    <div className="grid gap-1">
      <p className="text-soft">{t('parts.refused', { what })}</p>
      {question.isOpen ? (
        <Message tone="info" action={<CallManager />}>
          {t('parts.goneManager')}
        </Message>
      ) : (
        <Button look="quiet" icon="question" disabled={busy} onPress={question.ask}>
          {t('parts.gone')}
        </Button>
      )}
    </div>
  );
}
