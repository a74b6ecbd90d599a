/** Opens a return and puts it on the till, where every step of its pay-out has its screen. */
import type { ReturnInput } from '../../../main/wire/returns.ts';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createPayOutSteps } from '../../checkout/payOut.ts';
import { useChange } from '../../data/useChange.ts';

export function useReturnSteps(onClose: () => void) {
  const { client, checkout, managerPage, till } = useApp();
  const { busy, problem: refused, run } = useChange();

  /** Onto the till; with `isExchange` new articles are added there, else it is paid out at once. */
  async function show(id: string, isExchange: boolean): Promise<void> {
    onClose();
    managerPage.back();
    await checkout.openSale(id);
    if (!isExchange && till.getState().sale?.id === id) await createPayOutSteps(checkout.inside).payOut();
  }

  async function open(input: ReturnInput, isExchange: boolean): Promise<void> {
    await run(async () => {
      const { id } = await client.ask<SmartTransaction>('POST', '/bridge/v1/returns', input);
      await show(id, isExchange);
    });
  }

  return { busy, refused, open, show };
}
