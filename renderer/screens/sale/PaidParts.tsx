/** What is paid of the sale so far, one line for each tender, and the buttons that ask whether it goes back. */

import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createGiveBackSteps } from '../../checkout/giveBack.ts';
import { Button } from '../../parts/Button.tsx';
import { broughtBy, paidParts } from '../../stores/basketState.ts';
import { useTenderTexts } from '../../texts/tenders/texts.ts';
import { partName } from './partName.ts';

export default function PaidParts() {
  const { basket, checkout, till } = useApp();
  const { askGiveBack } = createGiveBackSteps(checkout.inside);
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
          <PaidPart key={part.id} part={part} busy={busy} onGiveBack={() => askGiveBack([part])} />
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
}

function PaidPart({ part, busy, onGiveBack }: PaidPartProps) {
  const { t, money } = useTenderTexts();
  const what = partName(part, t);
  const amount = broughtBy(part);
  return (
    <li className="flex items-center justify-between gap-2" data-testid="paid-part">
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
    </li>
  );
}
