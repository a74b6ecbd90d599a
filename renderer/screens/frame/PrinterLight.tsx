/** The light of the printer of this till; a press on it explains it, and asks about slips that waited through an outage. */

import { useEffect, useRef, useState } from 'react';
import type { PrinterStatus } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { type PrinterTexts, usePrinterTexts } from '../../texts/pages/printers.ts';
import { GOOD, Light } from './Light.tsx';

const isFine = ({ state }: PrinterStatus) => state === 'ready' || state === 'unknown';

interface PrinterLightProps {
  readonly printer: PrinterStatus;
}

/** In the bar, while the printer is not as it should be. */
export function PrinterLight({ printer }: PrinterLightProps) {
  useAnnouncement(printer);
  return toneOf(printer) === GOOD ? null : <PrinterLine printer={printer} inBar />;
}

/** The state of the printer; a press explains it. */
export function PrinterLine({ printer, inBar = false }: PrinterLightProps & { readonly inBar?: boolean }) {
  const texts = usePrinterTexts();
  const { t } = texts;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Light
        icon="print"
        tone={toneOf(printer)}
        text={t('printer.light', { state: t(`printer.state.${printer.state}`) })}
        more={moreOf(printer, texts)}
        inBar={inBar}
        onPress={() => setOpen(true)}
      />
      {open && <PrinterSheet printer={printer} onClose={() => setOpen(false)} />}
    </>
  );
}

function toneOf(printer: PrinterStatus): string {
  if (!isFine(printer)) return 'text-bad';
  return printer.paper_low || printer.held > 0 ? 'text-warn' : GOOD;
}

function moreOf(printer: PrinterStatus, { t, time }: PrinterTexts): readonly string[] {
  const { waiting, held, since } = printer;
  const count = waiting + held;
  return [
    ...(isFine(printer) ? [] : [t('lights.since', { time: time(since) })]),
    ...(printer.paper_low && printer.state !== 'paperOut' ? [t('printer.paperLow')] : []),
    ...(count > 0 ? [waitingText(count, t)] : []),
  ];
}

const waitingText = (count: number, t: PrinterTexts['t']): string =>
  count === 1 ? t('printer.oneWaiting') : t('printer.waiting', { count });

/** Says at once, also to a screen reader, what somebody has to do. */
function useAnnouncement(printer: PrinterStatus): void {
  const { notices } = useApp();
  const { t } = usePrinterTexts();
  const { state, held, drawer_failed: drawer } = printer;
  const before = useRef<Pick<PrinterStatus, 'state' | 'held' | 'drawer_failed'>>({
    state,
    held: 0,
    drawer_failed: drawer,
  });
  useEffect(() => {
    const last = before.current;
    before.current = { state, held, drawer_failed: drawer };
    if (drawer !== null && drawer !== last.drawer_failed)
      notices.showLasting('warn', ({ time }) => t('printer.drawerFailed', { time: time(drawer) }));
    else if (state !== last.state && state !== 'ready' && state !== 'unknown')
      notices.showLasting(
        'warn',
        () => `${t('printer.light', { state: t(`printer.state.${state}`) })}. ${t(`printer.cure.${state}`)}`,
      );
    else if (held > last.held) notices.show('info', () => t('printer.heldNotice'));
    else if (state !== last.state && (last.state === 'paperOut' || last.state === 'coverOpen')) notices.dismiss();
  }, [state, held, drawer, notices, t]);
}

interface PrinterSheetProps {
  readonly printer: PrinterStatus;
  readonly onClose: () => void;
}

function PrinterSheet({ printer, onClose }: PrinterSheetProps) {
  const { t, time } = usePrinterTexts();
  const { name, state, since, reason, waiting, held } = printer;
  return (
    <Sheet
      manual="printer-silent"
      title={t('printer.sheet', { name })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="font-semibold">
          {t(`printer.state.${state}`)} · {t('lights.since', { time: time(since) })}
        </p>
        {state !== 'ready' && state !== 'unknown' && <Message tone="warn">{t(`printer.cure.${state}`)}</Message>}
        {printer.paper_low && state !== 'paperOut' && <Message tone="info">{t('printer.paperLow')}</Message>}
        {waiting > 0 && <p>{waitingText(waiting, t)}</p>}
        {held > 0 && <Held printer={printer} />}
        {reason && <p className="text-sm text-soft wrap-anywhere">{t('printer.details', { reason })}</p>}
      </div>
    </Sheet>
  );
}

/** Slips that waited through an outage: printed when a person says so. */
function Held({ printer: { printer, held, oldest } }: { readonly printer: PrinterStatus }) {
  const { client, notices } = useApp();
  const { t, moment } = usePrinterTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  async function decide(what: 'print' | 'discard') {
    try {
      await client.ask('POST', `/bridge/v1/printers/${printer}/held`, { do: what });
    } catch (error) {
      const failure = problemOf(error);
      notices.show('error', ({ problem }) => problem(failure));
    }
  }
  const since = moment(oldest ?? 0);
  if (isOpen)
    return (
      <Confirmation
        danger
        text={t('printer.discardSure')}
        yes={t('printer.discardYes')}
        no={t('printer.discardNo')}
        onYes={() => answer(() => decide('discard'))}
        onNo={close}
      />
    );
  return (
    <div className="grid gap-2">
      <p>{held === 1 ? t('printer.oneHeld', { time: since }) : t('printer.held', { count: held, time: since })}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon="print" look="primary" onPress={() => void decide('print')}>
          {t('printer.print')}
        </Button>
        <Button icon="trash" onPress={ask}>
          {t('printer.discard')}
        </Button>
      </div>
    </div>
  );
}
