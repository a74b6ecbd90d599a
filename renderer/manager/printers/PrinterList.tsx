/** The printers of the shop with their condition, and the form of the chosen one beside them. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Printer, Printers } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { Chip, List, Row } from '../List.tsx';
import { PageProblem } from '../Page.tsx';
import { PrinterDetail } from './PrinterDetail.tsx';

const PATH = '/bridge/v1/printers';

/** Opened for a new printer; no printer has this id. */
const NEW = '';

export function PrinterList() {
  const { t } = usePrinterTexts();
  const { client } = useApp();
  const { value, problem, reload, show: showAll } = useResource(PATH, () => client.ask<Printers>('GET', PATH));
  const { open, show, replace } = useOpened<string>();
  const [notice, setNotice] = useState<string | null>(null);
  /** Id of the printer that was made last. */
  const [made, setMade] = useState<string | null>(null);
  const printers = value?.data ?? [];
  const opened = printers.find(({ id }) => id === open) ?? null;
  const saved = (printer: Printer) => {
    setNotice(null);
    const isNew = open === NEW;
    const known = printers.map(one => (one.id === printer.id ? printer : one));
    if (value) showAll({ ...value, data: isNew ? [...known, printer] : known });
    if (!isNew) return;
    setMade(printer.id);
    replace(printer.id);
  };
  const gone = (name: string) => {
    replace(null);
    setNotice(t('printers.removed', { name }));
    reload();
  };
  const form = (open === NEW || opened) && (
    <PrinterDetail
      key={open}
      printer={opened}
      isMade={open === made}
      onSaved={saved}
      onGone={() => gone(opened?.name ?? '')}
      onClose={() => show(null)}
    />
  );
  return (
    <Beside form={form}>
      <p>{t('printers.intro')}</p>
      <StatusRegion>{notice && <Message tone="good">{notice}</Message>}</StatusRegion>
      <PageProblem problem={problem} onAgain={reload} />
      {value && printers.length === 0 && <p className="text-soft">{t('printers.none')}</p>}
      <List label={t('printers.part.list')}>
        {printers.map(printer => (
          <PrinterRow
            key={printer.id}
            printer={printer}
            isChosen={printer.id === open}
            onOpen={() => show(printer.id)}
          />
        ))}
      </List>
      <Button
        icon="plus"
        look={value && printers.length === 0 && !form ? 'primary' : 'tonal'}
        className="justify-self-start"
        onPress={() => show(NEW)}
      >
        {t('printers.add')}
      </Button>
    </Beside>
  );
}

interface PrinterRowProps {
  readonly printer: Printer;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function PrinterRow({ printer, isChosen, onOpen }: PrinterRowProps) {
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
      <Row isChosen={isChosen} onOpen={onOpen} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
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
