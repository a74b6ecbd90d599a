/** The tills of the shop, and the terminal at which each takes cards. */

import { useState } from 'react';
import type { Till } from '../../../main/wire/shop.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { PageProblem, Section } from '../Page.tsx';
import { type BridgeDocument, useDocument } from '../useDocument.ts';
import { SaveBar } from './SaveBar.tsx';
import { Scales } from './Scales.tsx';
import { NEW_SCANNER, ScannerForm, SerialScanners, useScanners } from './SerialScanners.tsx';

const TILLS = '/bridge/v1/tills';

export function Tills() {
  const { t } = useShopTexts();
  const { client } = useApp();
  const tills = useResource('tills', async () => (await client.ask<{ data: Till[] }>('GET', TILLS)).data);
  const terminals = useResource('terminals', async () => (await client.terminals()).data);
  const { problem, run, clear } = useChange();
  const [name, setName] = useState('');
  const known = tills.value ?? [];
  const submit = async () => {
    if (name.trim() === '' || !(await run(() => client.ask('POST', TILLS, { name: name.trim() })))) return;
    setName('');
    tills.reload();
  };
  const reload = () => {
    clear();
    tills.reload();
    terminals.reload();
  };
  const found = useScanners();
  const { open, show, replace } = useOpened<string>();
  const opened = found.scanners?.find(({ id }) => id === open) ?? null;
  const form = (open === NEW_SCANNER || opened) && (
    <ScannerForm
      key={open}
      scanner={opened}
      tills={known}
      ports={found.ports}
      onClose={() => show(null)}
      onSaved={scanner => {
        found.keep(scanner);
        replace(scanner.id);
      }}
      onGone={() => {
        replace(null);
        found.reload();
      }}
    />
  );
  return (
    <Beside form={form}>
      <p>{t('shop.tillsIntro')}</p>
      <PageProblem problem={problem ?? tills.problem ?? terminals.problem} onAgain={reload} />
      {known.map(({ id }) => (
        <OneTill key={id} id={id} terminals={terminals.value ?? []} />
      ))}
      {known.length > 0 && <SerialScanners found={found} tills={known} open={open} onOpen={show} />}
      {known.length > 0 && <Scales tills={known} />}
      <Section title={t('shop.till.new')}>
        <Form onSubmit={() => void submit()} className="flex flex-wrap items-end gap-3">
          <Field label={t('shop.till.name')} value={name} onChange={setName} maxLength={100} className="flex-1" />
          <Button icon="plus" disabled={name.trim() === ''} onPress={() => void submit()}>
            {t('shop.till.add')}
          </Button>
        </Form>
      </Section>
    </Beside>
  );
}

function OneTill({ id, terminals }: { readonly id: string; readonly terminals: readonly Terminal[] }) {
  const till = useDocument<Till>(`${TILLS}/${id}`);
  if (!till.value) return null;
  return <TillForm key={till.version} document={till} till={till.value} terminals={terminals} />;
}

interface TillFormProps {
  readonly document: BridgeDocument<Till>;
  readonly till: Till;
  readonly terminals: readonly Terminal[];
}

function TillForm({ document, till, terminals }: TillFormProps) {
  const { t } = useShopTexts();
  const [name, setName] = useState(till.name);
  const [terminal, setTerminal] = useState(till.terminal?.id ?? '');
  const save = () => void document.save({ name: name.trim(), terminal: terminal === '' ? null : terminal });
  return (
    <Section title={till.name}>
      <Form onSubmit={save} className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('shop.till.name')} value={name} onChange={setName} maxLength={100} />
          <Select
            label={t('shop.till.terminal')}
            value={terminal}
            options={[
              { value: '', text: t('shop.till.none') },
              ...terminals.map(({ device, description }) => ({ value: device, text: description })),
            ]}
            onChange={setTerminal}
          />
        </div>
        <p className="figures text-sm break-all text-soft">
          {t('shop.till.facts', { uuid: till.uuid ?? '–', created: till.created.slice(0, 10) })}
        </p>
        <SaveBar change={document.change} onSave={save} />
      </Form>
    </Section>
  );
}
