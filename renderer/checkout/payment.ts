/** Money is taken, or given back: the request, its answer, and what to do where the answer does not come. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { problemOf } from '../bridge/problem.ts';
import { contentOf, totalsOf } from '../stores/basket.ts';
import type { NoticesStore } from '../stores/notices.ts';
import { screenOf, type Tender } from '../stores/till.ts';
import { asked, type CheckoutParts, isOther, tell } from './parts.ts';

export type Paying = ReturnType<typeof createPaying>;

/** Of what the bridge has booked, which another window may have changed. */
const changeOf = ({ change }: SmartTransaction, given: number, missing: number) => ({
  given,
  back: change ?? given - missing,
});

export function createPaying(parts: CheckoutParts, leftTold: () => void) {
  const { client, basket, sync, till, lights, notices, now } = parts;

  /**
   * Takes the money. The lock is taken before anything else happens, so that a second tap finds it; it opens with the
   * answer. `given` is the cash handed over; `terminal` takes the card in the place of the till's own.
   */
  async function pay(tender: Tender, given?: number, terminal?: string): Promise<void> {
    if (basket.getState().lines.length === 0) return;
    if (!till.begin({ doing: tender, amount: totalsOf(basket.getState()).missing, since: now() })) return;
    notices.clear();
    const before = contentOf(basket.getState());
    const id = await sync.settled();
    const { busy: begun } = till.getState();
    // The cashier has gone on before anything was asked of anybody.
    if (!begun) return;
    const { missing } = totalsOf(basket.getState());
    if (contentOf(basket.getState()) !== before) return hold(({ t }) => t('pay.basketChanged'));
    if (!id) return hold(({ t }) => t('pay.notSaved'));
    if (till.getState().cancelling) return hold(({ t }) => t('pay.stopped'));
    if (tender === 'cash' && (given ?? 0) < missing) return hold(({ t }) => t('cash.tooLittle'));
    if (tender === 'loyalty' && missing > 0) return hold(({ t }) => t('loyalty.tooLittle'));
    const busy = { doing: tender, amount: missing, since: begun.since };
    till.set({ busy });
    const isLeftBehind = () => till.getState().busy !== busy;
    try {
      const sale = await client.start(id, tender, {
        ...(tender === 'cash' ? { amount_given: given ?? 0 } : {}),
        ...(tender === 'cashless' ? { questions: true } : {}),
        ...(terminal === undefined ? {} : { terminal }),
      });
      if (isLeftBehind()) return leftTold();
      till.end({ sale, change: tender === 'cash' ? changeOf(sale, given ?? 0, missing) : null, cashOpen: false });
      notices.clear();
      if (terminal !== undefined) await ownTerminal();
    } catch (error) {
      // Who went on meanwhile is told by the stream.
      if (!isLeftBehind()) await afterFailure(id, error);
    }
  }

  /** What is shown is the till's own terminal again, once another one has taken the card. */
  async function ownTerminal(): Promise<void> {
    try {
      const { terminal, queue } = await client.till();
      lights.setView(terminal, queue);
    } catch (error) {
      // Told again when the bridge is back.
      problemOf(error);
    }
  }

  /** Nothing was asked of anybody: back to the basket with a word why. */
  const hold = (text: Parameters<NoticesStore['show']>[1]) => {
    till.end({ cancelling: false });
    notices.show('warn', text);
  };

  /** Refused: the sale itself tells how it stands. No answer: the bridge must be asked until it answers. */
  async function afterFailure(id: string | null, error: unknown): Promise<void> {
    const failure = problemOf(error);
    if (failure.kind !== 'unreachable') till.set({ failure });
    try {
      if (failure.kind === 'unreachable') throw error;
      await told(id);
    } catch (lost) {
      problemOf(lost);
      till.set({ doubt: true });
      await resolveDoubt(id);
    }
  }

  const told = async (id: string | null): Promise<void> => concluded(await asked(parts, id));

  async function resolveDoubt(id: string | null): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await told(id);
      } catch (error) {
        problemOf(error);
        await parts.wait(Math.min(5000, 500 * 2 ** attempt));
      }
    }
  }

  function concluded(sale: SmartTransaction | null): void {
    const { failure } = till.getState();
    notices.clear();
    if (sale && isOther(parts, sale.id)) {
      // The basket of another sale stays as it is; what became of this one is said in its room.
      till.end({ doubt: false });
      return;
    }
    till.end({ sale, doubt: false, cashOpen: false, failureSeen: false });
    if (screenOf(till.getState()) !== 'till') return;
    till.set({ cancelling: false });
    notices.show('error', ({ t, problem }) => (failure ? problem(failure) : t('pay.notStarted')));
  }

  /** Asks the terminal to stop. The payment goes on until it says how it ended. */
  async function cancelPayment(): Promise<void> {
    till.set({ cancelling: true });
    try {
      const stopping = await client.abort();
      // Not there yet: asked again with the first word of the payment.
      if (!stopping && !till.getState().busy) till.set({ cancelling: false });
    } catch (error) {
      till.set({ cancelling: false });
      tell(parts, error);
    }
  }

  /** Takes a paid sale back: the payment first, the sale with it. */
  async function reverse(): Promise<void> {
    const { sale } = till.getState();
    if (!sale || !till.begin({ doing: 'reverse', amount: sale.basket_info.sum, since: now() })) return;
    const { busy } = till.getState();
    const isLeftBehind = () => till.getState().busy !== busy;
    try {
      const cancelled = await client.cancelSale(sale.id);
      if (isLeftBehind()) return leftTold();
      till.end({ sale: cancelled });
    } catch (error) {
      if (isLeftBehind()) return leftTold();
      await afterFailure(sale.id, error);
      const { failure } = till.getState();
      if (failure) notices.show('error', ({ problem }) => problem(failure));
    }
  }

  return { pay, cancelPayment, reverse, afterFailure, told };
}
