/** Below the lines of the ticket: the button that undoes a removal, and a word while the basket is not saved. */

import './notes.css';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export default function BasketNotes() {
  return (
    <>
      <Undo />
      <NotSaved />
    </>
  );
}

function Undo() {
  const app = useApp();
  const { t, language } = useBasketTexts();
  const undo = useStore(app.basket, state => state.undo);
  if (!undo?.shown) return null;
  const what = undo.removed ? t('basket.removed', { name: undo.removed.name[language] }) : t('basket.cleared');
  return (
    <div className="undone flex items-center justify-between gap-3 border-t border-line bg-sunken ps-3">
      <p>{what}</p>
      <Button look="quiet" icon="undo" onPress={() => app.edit(basket => basket.undo())}>
        {t('common.undo')}
      </Button>
    </div>
  );
}

/** Message while the bridge is away: the basket is not saved yet, and nothing is lost. */
function NotSaved() {
  const { basket } = useApp();
  const { t, problem: textOf } = useBasketTexts();
  const { state, problem } = useStore(basket, ({ sync }) => sync);
  if (state !== 'waiting') return null;
  return (
    <div className="p-2">
      <Message tone="warn">
        {t('sync.waiting')} {problem && problem.kind !== 'unreachable' && textOf(problem)}
      </Message>
    </div>
  );
}
