/** State of a slip at the printer of this till, or why it was not printed; empty where the browser prints. */

import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import type { Problem } from '../bridge/problem.ts';
import { usePrinterTexts } from '../texts/pages/printers.ts';
import { Message, StatusRegion } from './Panel.tsx';
import type { SlipPrint } from './useSlipPrint.tsx';

interface PrinterStateProps extends Pick<SlipPrint, 'sentTo'> {
  readonly problem: Problem | null;
}

export const PrinterState = ({ sentTo, problem }: PrinterStateProps) => (
  <StatusRegion>
    <PrinterMessage sentTo={sentTo} problem={problem} />
  </StatusRegion>
);

function PrinterMessage({ sentTo, problem }: PrinterStateProps) {
  const { lights } = useApp();
  const { t, problem: textOf } = usePrinterTexts();
  const printer = useStore(lights, ({ printers }) => (sentTo === null ? null : (printers[sentTo] ?? null)));
  if (problem) return <Message tone="error">{textOf(problem)}</Message>;
  if (!printer) return null;
  const { state, waiting, held } = printer;
  if (state !== 'ready' && state !== 'unknown')
    return <Message tone="warn">{t('slip.waits', { state: t(`printer.state.${state}`) })}</Message>;
  return <Message tone="info">{t(waiting + held > 0 ? 'slip.printing' : 'slip.atPrinter')}</Message>;
}
