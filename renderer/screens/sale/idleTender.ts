/**
 * The reason why a key for a tender does nothing now. A key is pressed in the hope that something follows, and a screen that stays as it is
 * leaves the cashier guessing: each reason has a sentence, and where another key goes on, the sentence names that key.
 */
import type { Tender } from '../../bridge/client.ts';
import type { BasketState } from '../../stores/basketState.ts';
import { tendersFor, totalsOf } from '../../stores/basketTotals.ts';
import { addTexts } from '../../texts/context.tsx';
import type { Texts } from '../../texts/texts.ts';

/** Loaded with this file, because nothing else says them. */
const useIdleTexts = addTexts({
  de: {
    'pay.empty': 'Der Warenkorb ist leer.',
    'pay.nothing': 'Nichts zu zahlen: Bar (F8) schließt den Verkauf ab.',
    'pay.covered': 'Die Kundenkarte zahlt alles: bitte F7.',
    'pay.paysOut': 'Hier wird ausgezahlt und nicht kassiert.',
    'pay.noBalance': 'Keine Kundenkarte zahlt diesen Verkauf.',
    'pay.noTerminal': 'Diese Kasse hat kein Kartenterminal.',
  },
  en: {
    'pay.empty': 'There is nothing to pay: the basket is empty.',
    'pay.nothing': 'There is nothing to pay. Cash (F8) closes the sale.',
    'pay.covered': 'The loyalty card pays everything: please press F7.',
    'pay.paysOut': 'Here money is paid out, not taken.',
    'pay.noBalance': 'No loyalty card pays this sale.',
    'pay.noTerminal': 'This till has no card terminal.',
  },
});

type IdleTexts = ReturnType<typeof useIdleTexts>;
type IdleReason = Parameters<IdleTexts['t']>[0];

/** The sentence that says why `way` cannot be taken for this basket. */
export function whyNot(...asked: Parameters<typeof reasonOf>): (texts: Texts) => string {
  const reason = reasonOf(...asked);
  return texts => (texts as IdleTexts).t(reason);
}

function reasonOf(state: BasketState, way: Tender, takesCards: boolean): IdleReason {
  if (state.lines.length === 0) return 'pay.empty';
  const { missing, payOut } = totalsOf(state);
  if (payOut !== undefined) return 'pay.paysOut';
  if (missing <= 0) return tendersFor(state).includes('loyalty') ? 'pay.covered' : 'pay.nothing';
  if (way === 'cashless' && !takesCards) return 'pay.noTerminal';
  return way === 'loyalty' ? 'pay.noBalance' : 'pay.nothing';
}
