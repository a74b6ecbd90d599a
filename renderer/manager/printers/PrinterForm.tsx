/** The fields of a printer: its name, where it is, its paper; the rest behind a button. */

import { useState } from 'react';
import { codePages, printerModels } from '../../../main/wire/printerModels.ts';
import type { PrinterPorts } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import type { PrinterDraft } from './printerDraft.ts';

interface PrinterFormProps {
  readonly draft: PrinterDraft;
  readonly onChange: (draft: PrinterDraft) => void;
}

const WAYS = ['tcp', 'serial', 'system'] as const;
const COLUMNS = ['32', '42', '48'] as const;

export function PrinterForm({ draft, onChange }: PrinterFormProps) {
  const { t } = usePrinterTexts();
  const [more, setMore] = useState(false);
  const set = (change: Partial<PrinterDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="grid gap-4">
      <Field label={t('printers.name')} value={draft.name} onChange={name => set({ name })} maxLength={60} />
      <Choice
        label={t('printers.way')}
        value={draft.way}
        options={WAYS.map(value => ({ value, text: t(`printers.way.${value}`) }))}
        onChange={way => set({ way })}
      />
      <Place draft={draft} set={set} />
      <Choice
        label={t('printers.paper')}
        value={draft.columns as (typeof COLUMNS)[number]}
        options={COLUMNS.map(value => ({ value, text: t(`printers.columns.${value}`) }))}
        onChange={columns => set({ columns })}
      />
      <Choice
        label={t('printers.drawer')}
        value={(draft.drawer || 'none') as 'none' | '0' | '1'}
        options={(['none', '0', '1'] as const).map(value => ({ value, text: t(`printers.drawer.${value}`) }))}
        onChange={drawer => set({ drawer: drawer === 'none' ? '' : drawer })}
      />
      <Button className="justify-self-start" expanded={more} onPress={() => setMore(!more)}>
        {t('printers.more')}
      </Button>
      {more && <More draft={draft} set={set} />}
    </div>
  );
}

interface PartProps {
  readonly draft: PrinterDraft;
  readonly set: (change: Partial<PrinterDraft>) => void;
}

function Place({ draft, set }: PartProps) {
  const { t } = usePrinterTexts();
  const ports = usePorts(draft.way);
  if (draft.way === 'tcp')
    return (
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field
          label={t('printers.host')}
          help={t('printers.hostHelp')}
          value={draft.host}
          onChange={host => set({ host })}
          maxLength={253}
        />
        <Field label={t('printers.port')} value={draft.port} onChange={port => set({ port })} numeric maxLength={5} />
      </div>
    );
  if (draft.way === 'serial') {
    const paths = ports?.serial.map(({ path }) => path) ?? [];
    return (
      <div className="grid gap-3 sm:grid-cols-2">
        <ChosenPlace
          label={t('printers.serial')}
          none={t('printers.serialNone')}
          value={draft.path}
          places={paths}
          onChange={path => set({ path })}
        />
        <Select
          label={t('printers.baud')}
          value={draft.baudRate}
          options={['9600', '19200', '38400', '57600', '115200'].map(value => ({ value, text: value }))}
          onChange={baudRate => set({ baudRate })}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <ChosenPlace
        label={t('printers.system')}
        none={t('printers.systemNone')}
        value={draft.queue}
        places={ports?.system ?? []}
        onChange={queue => set({ queue })}
      />
      <Message tone="info">{t('printers.systemHelp')}</Message>
    </div>
  );
}

interface ChosenPlaceProps {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly places: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A place that was chosen and is not plugged in now stays in the list. */
function ChosenPlace({ label, none, value, places, onChange }: ChosenPlaceProps) {
  const all = value === '' || places.includes(value) ? places : [value, ...places];
  const options = all.map(place => ({ value: place, text: place }));
  const first = { value: '', text: all.length === 0 ? none : '–' };
  return (
    <Select label={label} value={value} options={value === '' ? [first, ...options] : options} onChange={onChange} />
  );
}

function usePorts(way: PrinterDraft['way']): PrinterPorts | null {
  const { client } = useApp();
  return useResource(way === 'tcp' ? null : 'ports', () => client.ask<PrinterPorts>('GET', '/bridge/v1/printers/ports'))
    .value;
}

const PAGES = codePages.filter(page => page !== 'auto' && page !== 'bitmap');

function More({ draft, set }: PartProps) {
  const { t } = usePrinterTexts();
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('printers.model')}
          value={draft.model}
          options={printerModels.map(value => ({ value, text: value }))}
          onChange={model => set({ model })}
        />
        <Select
          label={t('printers.page')}
          value={draft.page}
          options={[
            { value: 'auto', text: t('printers.page.auto') },
            ...PAGES.map(value => ({ value, text: value })),
            { value: 'bitmap', text: t('printers.page.bitmap') },
          ]}
          onChange={page => set({ page })}
        />
      </div>
      <Choice
        label={t('printers.cut')}
        value={draft.cut as 'partial' | 'full' | 'none'}
        options={(['partial', 'full', 'none'] as const).map(value => ({ value, text: t(`printers.cut.${value}`) }))}
        onChange={cut => set({ cut })}
      />
      <Choice
        label={t('printers.code')}
        value={draft.code as 'qr' | 'barcode' | 'none'}
        options={(['qr', 'barcode', 'none'] as const).map(value => ({ value, text: t(`printers.code.${value}`) }))}
        onChange={code => set({ code })}
      />
      <div>
        <Toggle on={draft.logo} text={t('printers.logo')} onChange={logo => set({ logo })} />
      </div>
    </div>
  );
}
