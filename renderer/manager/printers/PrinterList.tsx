/** The printers of the shop with their condition; a press on one opens it. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Printer, Printers } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { Chip, List, Row } from '../List.tsx';
import { PageProblem } from '../Page.tsx';
import { PrinterSheet } from './PrinterSheet.tsx';

const PATH = '/bridge/v1/printers';

export function PrinterList() {
  const { t } = usePrinterTexts();
  const { client } = useApp();
  const { value, problem, reload } = useResource(PATH, () => client.ask<Printers>('GET', PATH));
  /** `null`: none is open; `new`: the sheet of a new printer. */
  const [open, setOpen] = useState<string | null>(null);
  const printers = value?.data ?? [];
  const close = () => {
    setOpen(null);
    reload();
  };
  const shown = printers.find(({ id }) => id === open) ?? null;
  return (
    <div className="grid gap-4">
      <p>{t('printers.intro')}</p>
      <PageProblem problem={problem} onAgain={reload} />
      {value && printers.length === 0 && <p className="text-soft">{t('printers.none')}</p>}
      <List>
        {printers.map(printer => (
          <PrinterRow key={printer.id} printer={printer} onOpen={() => setOpen(printer.id)} />
        ))}
      </List>
      <Button
        icon="plus"
        look={value && printers.length === 0 ? 'primary' : 'tonal'}
        className="justify-self-start"
        onPress={() => setOpen('new')}
      >
        {t('printers.add')}
      </Button>
      {(open === 'new' || shown) && <PrinterSheet key={open} printer={shown} onClose={close} />}
    </div>
  );
}

function PrinterRow({ printer, onOpen }: { readonly printer: Printer; readonly onOpen: () => void }) {
  const { lights } = useApp();
  const { t, moment } = usePrinterTexts();
  const live = useStore(lights, ({ printers }) => printers[printer.id]) ?? printer.status;
  const { state, waiting, held } = live;
  const isFine = state === 'ready' || state === 'unknown';
  const isLow = live.paper_low && state !== 'paperOut';
  const count = waiting + held;
  const tone = isFine ? (isLow ? 'warn' : null) : 'bad';
  const says = t(isFine && isLow ? 'printer.paperLow' : `printer.state.${state}`);
  return (
    <li>
      <Row onOpen={onOpen} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        <span className={tone === 'bad' ? 'text-bad' : tone === 'warn' ? 'text-warn' : 'text-good'}>
          <Icon name={tone === null ? 'check' : 'alert'} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{printer.name}</span>
          <span className="block text-sm text-soft">
            {[
              ...(tone === null ? [says] : [t('printer.since', { moment: moment(live.since) })]),
              ...(count === 1 ? [t('printer.oneWaiting')] : count > 1 ? [t('printer.waiting', { count })] : []),
              printer.place,
            ].join(' · ')}
          </span>
        </span>
        {tone && <Chip tone={tone}>{says}</Chip>}
      </Row>
    </li>
  );
}
