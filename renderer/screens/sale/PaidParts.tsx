/** The paid parts of the sale, one line for each, on a low screen one for all; and the buttons that ask whether a part goes back. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createGiveBackSteps } from '../../checkout/giveBack.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { broughtBy, paidParts } from '../../stores/basketState.ts';
import { isManager } from '../../stores/session.ts';
import { useTenderTexts } from '../../texts/pages/tenders.ts';
import { CallManager } from '../signIn/CallManager.tsx';
import { partName } from './partName.ts';

export default function PaidParts() {
  const { basket } = useApp();
  const { t, money } = useTenderTexts();
  const all = useStore(basket, state => state.parts);
  const parts = paidParts({ parts: all });
  const [isOpen, setOpen] = useState(false);
  // A part that the terminal did not give back asks for a decision, which stays in sight.
  const folds = parts.length > 1 && parts.every(({ reversal }) => reversal === undefined);
  if (!folds) return <Parts parts={parts} />;
  return (
    <>
      <div className="beside:short:hidden">
        <Parts parts={parts} />
      </div>
      {/* In the place of the parts on a low screen, so that four lines of the basket stay whole. */}
      <div className="hidden beside:short:block">
        <Button look="quiet" size="row" icon="check" className="min-h-12 px-0 text-good" onPress={() => setOpen(true)}>
          <span className="flex-1 text-start">{t('parts.folded', { count: parts.length })}</span>
          <span className="figures">{money(-parts.reduce((sum, part) => sum + broughtBy(part), 0))}</span>
          <span aria-hidden="true">›</span>
        </Button>
      </div>
      {isOpen && (
        <Sheet
          manual="pay-parts"
          title={t('parts.title')}
          closeLabel={t('common.close')}
          onClose={() => setOpen(false)}
          place="ticket"
        >
          <Parts parts={parts} onLeave={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  );
}

interface PartsProps {
  readonly parts: readonly SalePart[];
  /** Called before a question about a part, which stands in another dialog. */
  readonly onLeave?: () => void;
}

function Parts({ parts, onLeave }: PartsProps) {
  const { checkout, till } = useApp();
  const { askGiveBack, writeOff } = createGiveBackSteps(checkout.inside);
  const { t } = useTenderTexts();
  const busy = useStore(till, state => state.busy !== null);
  const ask = (some: readonly SalePart[]) => {
    onLeave?.();
    askGiveBack(some);
  };
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
            onGiveBack={() => ask([part])}
            onGone={reason => writeOff(part, reason)}
          />
        ))}
      </ul>
      {parts.length > 1 && (
        <Button look="quiet" icon="undo" disabled={busy} onPress={() => ask(inOrder)}>
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
