/** Serial scanners of the tills: port, speed, what frames a code, and what was read last. */

import { useEffect, useState } from 'react';
import { baudRates, type Scanner, type ScannerInput, type ScannerPorts } from '../../../main/wire/scanners.ts';
import type { Till } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import type { Problem } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useDisplayTexts } from '../../texts/pages/displays.ts';
import { BesideForm, SaveBar } from '../Beside.tsx';
import { List, Row } from '../List.tsx';
import { PageProblem, Section } from '../Page.tsx';
import { Remove } from '../Remove.tsx';
import { useUnsaved } from '../unsaved.tsx';

const SCANNERS = '/bridge/v1/scanners';

interface ScannersOfTill {
  readonly scanners: readonly Scanner[] | null;
  readonly ports: ScannerPorts['data'];
  readonly problem: Problem | null;
  readonly reload: () => void;
  /** A new scanner, or one that was changed. */
  readonly keep: (scanner: Scanner) => void;
}

/** The scanners, read again whenever one of them moves on, and the ports that are there. */
export function useScanners(): ScannersOfTill {
  const { client, listen } = useApp();
  const scanners = useResource('scanners', async () => (await client.ask<{ data: Scanner[] }>('GET', SCANNERS)).data);
  const found = useResource('ports', async () => (await client.ask<ScannerPorts>('GET', `${SCANNERS}/ports`)).data);
  const { reload: read, show } = scanners;
  useEffect(() => listen(event => event.name === 'scanner' && read()), [listen, read]);
  return {
    scanners: scanners.value,
    ports: found.value ?? [],
    problem: scanners.problem ?? found.problem,
    reload() {
      read();
      found.reload();
    },
    keep(scanner) {
      show([...(scanners.value ?? []).filter(({ id }) => id !== scanner.id), scanner]);
    },
  };
}

interface SerialScannersProps {
  readonly found: ScannersOfTill;
  readonly tills: readonly Till[];
  /** Id of the scanner whose form is open. */
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}

/** Opened for a new scanner; no scanner has this id. */
export const NEW_SCANNER = '';

export function SerialScanners({ found: { scanners, problem, reload }, tills, open, onOpen }: SerialScannersProps) {
  const { t } = useDisplayTexts();
  return (
    <Section title={t('serial.title')}>
      <p>{t('serial.intro')}</p>
      <PageProblem problem={problem} onAgain={reload} />
      {scanners?.length === 0 && <p className="text-soft">{t('serial.none')}</p>}
      <List label={t('serial.title')}>
        {scanners?.map(scanner => (
          <ScannerRow
            key={scanner.id}
            scanner={scanner}
            till={tills.find(({ id }) => id === scanner.till)?.name ?? ''}
            isChosen={scanner.id === open}
            onOpen={() => onOpen(scanner.id)}
          />
        ))}
      </List>
      <Button icon="plus" className="justify-self-start" onPress={() => onOpen(NEW_SCANNER)}>
        {t('serial.add')}
      </Button>
    </Section>
  );
}

interface ScannerRowProps {
  readonly scanner: Scanner;
  readonly till: string;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function ScannerRow({ scanner: { name, path, state }, till, isChosen, onOpen }: ScannerRowProps) {
  const { t } = useDisplayTexts();
  const isReady = state === 'ready';
  return (
    <li>
      <Row isChosen={isChosen} onOpen={onOpen} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        <span className={isReady ? 'text-good' : 'text-warn'}>
          <Icon name={isReady ? 'check' : 'alert'} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>
          <span className="block text-sm text-soft">
            {till} · {path}
          </span>
        </span>
        <span className="text-sm font-medium">{t(`serial.state.${state}`)}</span>
      </Row>
    </li>
  );
}

interface ScannerFormProps {
  /** Null: a new one. */
  readonly scanner: Scanner | null;
  readonly tills: readonly Till[];
  readonly ports: ScannerPorts['data'];
  readonly onClose: () => void;
  readonly onSaved: (scanner: Scanner) => void;
  readonly onGone: () => void;
}

const OTHER = 'other';
const SUFFIXES = ['line', 'tab', 'etx', 'pause'] as const;

export function ScannerForm({ scanner, tills, ports, onClose, onSaved, onGone }: ScannerFormProps) {
  const { client } = useApp();
  const { t, problem: textOf } = useDisplayTexts();
  const change = useChange();
  const removal = useChange();
  const { draft, set, keep, isChanged, input } = useScannerDraft(scanner, tills, ports);
  useUnsaved(isChanged);
  const save = async () => {
    if (!input) return;
    const [method, path] = scanner ? ['PUT', `${SCANNERS}/${scanner.id}`] : ['POST', SCANNERS];
    const saved = await change.run(() => client.ask<Scanner>(method, path, input));
    if (!saved) return;
    keep();
    onSaved(saved);
  };
  const remove = async () => {
    if (scanner && (await removal.run(() => client.ask('DELETE', `${SCANNERS}/${scanner.id}`))) !== null) onGone();
  };
  return (
    <BesideForm title={scanner?.name ?? t('serial.add')} onClose={onClose}>
      {scanner && <LastRead scanner={scanner} />}
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      <Form onSubmit={() => void save()} className="grid gap-4 sm:grid-cols-2">
        <Field label={t('serial.name')} value={draft.name} onChange={name => set({ name })} maxLength={60} />
        <Select
          label={t('serial.till')}
          value={draft.till}
          options={tills.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={till => set({ till })}
        />
        <Select
          label={t('serial.port')}
          value={draft.port}
          options={[
            ...ports.map(({ path: value, adapter }) => ({ value, text: adapter ? `${value} (${adapter})` : value })),
            { value: OTHER, text: t('serial.portOther') },
          ]}
          onChange={port => set({ port })}
        />
        {draft.port === OTHER && (
          <Field label={t('serial.portName')} value={draft.typed} onChange={typed => set({ typed })} maxLength={200} />
        )}
        <Select
          label={t('serial.speed')}
          value={draft.baudRate}
          options={baudRates.map(rate => ({ value: String(rate), text: String(rate) }))}
          onChange={baudRate => set({ baudRate })}
        />
        <Select
          label={t('serial.suffix')}
          value={draft.suffix}
          options={SUFFIXES.map(value => ({ value, text: t(`serial.suffix.${value}`) }))}
          onChange={suffix => set({ suffix: SUFFIXES.find(one => one === suffix) ?? 'line' })}
        />
        <Field label={t('serial.prefix')} value={draft.prefix} onChange={prefix => set({ prefix })} maxLength={10} />
      </Form>
      {scanner && (
        <Remove
          act="remove"
          name={scanner.name}
          note={t('serial.removeNote')}
          change={removal}
          onRemove={() => void remove()}
        />
      )}
      <SaveBar busy={change.busy} disabled={!input} onSave={() => void save()} />
    </BesideForm>
  );
}

/** A scan proves the settings: the code appears here. */
function LastRead({ scanner: { state, last } }: { readonly scanner: Scanner }) {
  const { t } = useDisplayTexts();
  return (
    <StatusRegion>
      {state === 'offline' && <Message tone="warn">{t('serial.offlineHelp')}</Message>}
      {state === 'ready' && last?.code === null && <Message tone="warn">{t('serial.noise')}</Message>}
      {state === 'ready' && last?.code !== null && (
        <p className="text-sm break-all">{last ? t('serial.last', { code: last.code ?? '' }) : t('serial.try')}</p>
      )}
    </StatusRegion>
  );
}

/** The values of the form, and the request that they make; `input` is null while a value is missing. */
function useScannerDraft(scanner: Scanner | null, tills: readonly Till[], ports: ScannerPorts['data']) {
  const [kept, setKept] = useState(() => {
    const isKnown = scanner === null || ports.some(({ path }) => path === scanner.path);
    return {
      name: scanner?.name ?? 'Scanner',
      till: scanner?.till ?? tills[0]?.id ?? '',
      port: isKnown ? (scanner?.path ?? ports[0]?.path ?? OTHER) : OTHER,
      typed: scanner?.path ?? '',
      baudRate: String(scanner?.baudRate ?? 9600),
      prefix: scanner?.prefix ?? '',
      suffix: scanner?.suffix ?? 'line',
    };
  });
  const [draft, setDraft] = useState(kept);
  const { till, prefix, suffix } = draft;
  const name = draft.name.trim();
  const path = draft.port === OTHER ? draft.typed.trim() : draft.port;
  const input: ScannerInput | null =
    name !== '' && path !== '' && till !== ''
      ? { name, till, path, baudRate: Number(draft.baudRate) as Scanner['baudRate'], prefix, suffix }
      : null;
  return {
    draft,
    input,
    /** The fields are saved as they stand now. */
    keep: () => setKept(draft),
    isChanged: JSON.stringify(draft) !== JSON.stringify(kept),
    set: (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part })),
  };
}
