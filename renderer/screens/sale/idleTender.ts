/**
 * The reason why a key for a tender does nothing now. A key is pressed in the hope that something follows, and a screen that stays as it is
 * leaves the cashier guessing: each reason has a sentence, and where another key goes on, the sentence names that key.
 */
import type { Tender } from '../../bridge/client.ts';
import type { BasketState } from '../../stores/basketState.ts';
import { tendersFor, totalsOf } from '../../stores/basketTotals.ts';
import type { TextKey } from '../../texts/de.ts';
// Loading that file adds its sentences to those of every screen.
import '../../texts/pages/idleTender.ts';
import type { idleTexts } from '../../texts/pages/idleTender.ts';
import type { Texts, TextsOf } from '../../texts/texts.ts';

type IdleReason = keyof typeof idleTexts;

/** The sentence that says why `way` cannot be taken for this basket. */
export function whyNot(...asked: Parameters<typeof reasonOf>): (texts: Texts) => string {
  const reason = reasonOf(...asked);
  return texts => (texts as TextsOf<TextKey | IdleReason>).t(reason);
}

function reasonOf(state: BasketState, way: Tender, takesCards: boolean): IdleReason {
  if (state.lines.length === 0) return 'pay.empty';
  const { missing, payOut } = totalsOf(state);
  if (payOut !== undefined) return 'pay.paysOut';
  if (missing <= 0) return tendersFor(state).includes('loyalty') ? 'pay.covered' : 'pay.nothing';
  if (way === 'cashless' && !takesCards) return 'pay.noTerminal';
  return way === 'loyalty' ? 'pay.noBalance' : 'pay.nothing';
}
