/** Prints the receipt on the paper of the card terminal, where the terminal has this feature. */

import { useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { useTerminalWithFeature } from '../../parts/useTerminalWithFeature.ts';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';

export function TerminalPrint({ transaction }: { readonly transaction: string }) {
  const { client, notices } = useApp();
  const { t } = useReceiptTexts();
  const device = useTerminalWithFeature('print');
  const [printing, setPrinting] = useState(false);
  const [printed, setPrinted] = useState(false);
  if (device === null) return null;
  // The button is not disabled while it prints, because it would lose the focus.
  const print = async () => {
    if (printing) return;
    setPrinting(true);
    try {
      await client.printReceipt(device, { transaction, again: printed });
      setPrinted(true);
    } catch (error) {
      const failure = problemOf(error);
      notices.show('warn', ({ problem }) => problem(failure));
    }
    setPrinting(false);
  };
  return (
    <Button icon="terminal" onPress={() => void print()}>
      {t(printing ? 'receipt.printing' : 'receipt.printAtTerminal')}
    </Button>
  );
}
