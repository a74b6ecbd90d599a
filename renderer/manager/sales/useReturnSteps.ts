/** Opens a return and puts it on the till, where every step of its pay-out has its screen. */
import { useState } from 'react';
import type { ReturnInput } from '../../../main/wire/returns.ts';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { createPayOutSteps } from '../../checkout/payOut.ts';

export function useReturnSteps(onClose: () => void) {
  const { client, checkout, managerPage, till } = useApp();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  /** Onto the till; with `isExchange` new articles are added there, else it is paid out at once. */
  async function show(id: string, isExchange: boolean): Promise<void> {
    onClose();
    managerPage.back();
    await checkout.openSale(id);
    if (!isExchange && till.getState().sale?.id === id) await createPayOutSteps(checkout.inside).payOut();
  }

  async function open(input: ReturnInput, isExchange: boolean): Promise<void> {
    setBusy(true);
    setRefused(null);
    try {
      const { id } = await client.ask<SmartTransaction>('POST', '/bridge/v1/returns', input);
      await show(id, isExchange);
    } catch (error) {
      setRefused(problemOf(error));
      setBusy(false);
    }
  }

  return { busy, refused, open, show };
}
