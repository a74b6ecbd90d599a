/** Serial scanners of the tills: port, speed, what frames a code, and what was read last. */

import { useEffect, useState } from 'react';
import { baudRates, type Scanner, type ScannerInput, type ScannerPorts } from '../../../main/wire/scanners.ts';
import type { Till } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useDisplayTexts } from '../../texts/pages/displays.ts';
import { PageProblem, Section } from '../Page.tsx';
import { Remove } from '../Remove.tsx';

const SCANNERS = '/bridge/v1/scanners';

type Attempt = (method: string, path: string, body?: unknown) => Promise<boolean>;

export function SerialScanners({ tills }: { readonly tills: readonly Till[] }) {
  const { client, listen } = useApp();
  const { t } = useDisplayTexts();
  const scanners = useResource('scanners', async () => (await client.ask<{ data: Scanner[] }>('GET', SCANNERS)).data);
  const found = useResource('ports', async () => (await client.ask<ScannerPorts>('GET', `${SCANNERS}/ports`)).data);
  const change = useChange();
  const ports = found.value ?? [];
  const problem = change.problem ?? scanners.problem ?? found.problem;
  const { reload: read } = scanners;
  useEffect(() => listen(event => event.name === 'scanner' && read()), [listen, read]);
  const reload = () => {
    change.clear();
    read();
    found.reload();
  };
  const attempt: Attempt = async (method, path, body) => {
    const answer = await change.run(() => client.ask(method, `${SCANNERS}${path}`, body));
    if (answer !== null) reload();
    return answer !== null;
  };
  const [isAdding, setAdding] = useState(false);
  const add = async (input: ScannerInput) => {
    if (await attempt('POST', '', input)) setAdding(false);
  };
  return (
    <Section title={t('serial.title')}>
      <p>{t('serial.intro')}</p>
      <PageProblem problem={problem} onAgain={reload} />
      {scanners.value?.length === 0 && <p className="text-soft">{t('serial.none')}</p>}
      {scanners.value?.map(scanner => (
        <OneScanner key={scanner.id} scanner={scanner} tills={tills} ports={ports} attempt={attempt} />
      ))}
      {isAdding ? (
        <ScannerForm scanner={null} tills={tills} ports={ports} onSave={input => void add(input)} />
      ) : (
        <Button icon="plus" className="justify-self-start" onPress={() => setAdding(true)}>
          {t('serial.add')}
        </Button>
      )}
    </Section>
  );
}

/** The page itself says what was refused. */
const IDLE = { busy: false, problem: null } as const;

interface OneScannerProps {
  readonly scanner: Scanner;
  readonly tills: readonly Till[];
  readonly ports: ScannerPorts['data'];
  readonly attempt: Attempt;
}

function OneScanner({ scanner, tills, ports, attempt }: OneScannerProps) {
  const { t } = useDisplayTexts();
  const [isOpen, setOpen] = useState(false);
  const { id, name, till, path, state, last } = scanner;
  const tillName = tills.find(one => one.id === till)?.name ?? '';
  const save = async (input: ScannerInput) => {
    if (await attempt('PUT', `/${id}`, input)) setOpen(false);
  };
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p>
        <strong>{name}</strong> · {t(`serial.state.${state}`)}
        <span className="block text-sm break-all text-soft">
          {tillName} · {path}
        </span>
      </p>
      <StatusRegion>
        {state === 'offline' && <Message tone="warn">{t('serial.offlineHelp')}</Message>}
        {state === 'ready' && last?.code === null && <Message tone="warn">{t('serial.noise')}</Message>}
        {state === 'ready' && last?.code !== null && (
          <p className="text-sm break-all">{last ? t('serial.last', { code: last.code ?? '' }) : t('serial.try')}</p>
        )}
      </StatusRegion>
      <Button
        expanded={isOpen}
        className="justify-self-start"
        label={t('serial.changeName', { name })}
        onPress={() => setOpen(!isOpen)}
      >
        {t('serial.change')}
      </Button>
      {isOpen && (
        <>
          <ScannerForm scanner={scanner} tills={tills} ports={ports} onSave={input => void save(input)} />
          <Remove
            act="remove"
            name={name}
            note={t('serial.removeNote')}
            change={IDLE}
            onRemove={() => void attempt('DELETE', `/${id}`)}
          />
        </>
      )}
    </div>
  );
}

interface ScannerFormProps extends Omit<OneScannerProps, 'scanner' | 'attempt'> {
  readonly scanner: Scanner | null;
  readonly onSave: (input: ScannerInput) => void;
}

const OTHER = 'other';
const SUFFIXES = ['line', 'tab', 'etx', 'pause'] as const;

function ScannerForm({ scanner, tills, ports, onSave }: ScannerFormProps) {
  const { t } = useDisplayTexts();
  const known = scanner === null || ports.some(({ path }) => path === scanner.path);
  const [draft, setDraft] = useState({
    name: scanner?.name ?? 'Scanner',
    till: scanner?.till ?? tills[0]?.id ?? '',
    port: known ? (scanner?.path ?? ports[0]?.path ?? OTHER) : OTHER,
    typed: scanner?.path ?? '',
    baudRate: String(scanner?.baudRate ?? 9600),
    prefix: scanner?.prefix ?? '',
    suffix: scanner?.suffix ?? 'line',
  });
  const change = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const path = draft.port === OTHER ? draft.typed.trim() : draft.port;
  const isComplete = draft.name.trim() !== '' && path !== '' && draft.till !== '';
  const save = () => {
    const baudRate = Number(draft.baudRate) as Scanner['baudRate'];
    const { till, prefix, suffix } = draft;
    if (isComplete) onSave({ name: draft.name.trim(), till, path, baudRate, prefix, suffix });
  };
  return (
    <Form onSubmit={save} className="grid gap-3 sm:grid-cols-2">
      <Field label={t('serial.name')} value={draft.name} onChange={name => change({ name })} maxLength={60} />
      <Select
        label={t('serial.till')}
        value={draft.till}
        options={tills.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={till => change({ till })}
      />
      <Select
        label={t('serial.port')}
        value={draft.port}
        options={[
          ...ports.map(({ path: value, adapter }) => ({ value, text: adapter ? `${value} (${adapter})` : value })),
          { value: OTHER, text: t('serial.portOther') },
        ]}
        onChange={port => change({ port })}
      />
      {draft.port === OTHER && (
        <Field label={t('serial.portName')} value={draft.typed} onChange={typed => change({ typed })} maxLength={200} />
      )}
      <Select
        label={t('serial.speed')}
        value={draft.baudRate}
        options={baudRates.map(rate => ({ value: String(rate), text: String(rate) }))}
        onChange={baudRate => change({ baudRate })}
      />
      <Select
        label={t('serial.suffix')}
        value={draft.suffix}
        options={SUFFIXES.map(value => ({ value, text: t(`serial.suffix.${value}`) }))}
        onChange={suffix => change({ suffix: SUFFIXES.find(one => one === suffix) ?? 'line' })}
      />
      <Field label={t('serial.prefix')} value={draft.prefix} onChange={prefix => change({ prefix })} maxLength={10} />
      <Button look="primary" className="self-end justify-self-start" disabled={!isComplete} onPress={save}>
        {t('serial.save')}
      </Button>
    </Form>
  );
}
