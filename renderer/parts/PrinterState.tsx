/** What becomes of a slip at the printer of this till: nothing where the browser prints. */

import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { usePrinterTexts } from '../texts/printers/texts.ts';
import { Message, StatusRegion } from './Panel.tsx';

export function PrinterState({ sentTo }: { readonly sentTo: string | null }) {
  const { lights } = useApp();
  const { t } = usePrinterTexts();
  const printer = useStore(lights, ({ printers }) => (sentTo === null ? null : (printers[sentTo] ?? null)));
  if (!printer) return <StatusRegion>{null}</StatusRegion>;
  const { state, waiting, held } = printer;
  const isFine = state === 'ready' || state === 'unknown';
  if (!isFine)
    return (
      <StatusRegion>
        <Message tone="warn">{t('slip.waits', { state: t(`printer.state.${state}`) })}</Message>
      </StatusRegion>
    );
  return (
    <StatusRegion>
      <Message tone="info">{t(waiting + held > 0 ? 'slip.printing' : 'slip.atPrinter')}</Message>
    </StatusRegion>
  );
}
