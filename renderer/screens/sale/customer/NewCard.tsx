/** A new loyalty card: in a sale it is made with the payment, without one it is handed out at once. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { type Problem, problemOf } from '../../../bridge/problem.ts';
import { Button } from '../../../parts/Button.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { createCounterClient, type TaskProps } from './counterClient.ts';

export function NewCard({ groups, onDone }: TaskProps) {
  const app = useApp();
  const { t, language, problem: textOf } = useCustomerTexts();
  const isEmpty = useStore(app.basket, state => state.lines.length === 0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const choose = async (id: string, name: string) => {
    if (!isEmpty) {
      app.edit(basket => basket.dropCard());
      app.edit(basket => basket.setNewCard({ id, name }));
      return onDone();
    }
    const isServed = app.codes.sameCustomerCheck();
    setBusy(true);
    setProblem(null);
    try {
      const merchantcard = await createCounterClient(app.client.ask).handOut(id);
      const number = merchantcard.card.cardnumber;
      if (isServed()) app.edit(basket => basket.setCard(number, { merchantcard, refusal: null }));
      app.notices.show('good', texts => texts.t('card.taken', { group: `${name} ${number}` }));
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      <p>{t(isEmpty ? 'customer.stockHint' : 'customer.newCardInSale')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div role="group" aria-label={t('customer.whichGroup')} className="grid gap-2">
        {groups.groups.map(({ id, name }) => (
          <Button key={id} size="tall" icon="heart" busy={busy} onPress={() => void choose(id, name[language])}>
            {name[language]}
          </Button>
        ))}
      </div>
      {problem && <Message tone="error">{textOf(problem)}</Message>}
    </div>
  );
}
