/** The tills of the shop, and the terminal at which each takes cards. */

import { useEffect, useState } from 'react';
import type { Till } from '../../../main/wire/shop.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { PageProblem, Section } from '../Page.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SerialScanners } from './SerialScanners.tsx';
import { useVersioned, type VersionedDocument } from './useVersioned.ts';

const TILLS = '/bridge/v1/tills';

export function Tills() {
  const { t } = useShopTexts();
  const { tills, terminals, problem, load, add } = useTills();
  const [name, setName] = useState('');
  const submit = async () => {
    if (name.trim() !== '' && (await add(name.trim()))) setName('');
  };
  return (
    <div className="grid gap-4">
      <p>{t('shop.tillsIntro')}</p>
      <PageProblem problem={problem} onAgain={() => void load()} />
      {tills.map(({ id }) => (
        <OneTill key={id} id={id} terminals={terminals} />
      ))}
      {tills.length > 0 && <SerialScanners tills={tills} />}
      <Section title={t('shop.till.new')}>
        <Form onSubmit={() => void submit()} className="flex flex-wrap items-end gap-3">
          <Field label={t('shop.till.name')} value={name} onChange={setName} maxLength={100} className="flex-1" />
          <Button icon="plus" disabled={name.trim() === ''} onPress={() => void submit()}>
            {t('shop.till.add')}
          </Button>
        </Form>
      </Section>
    </div>
  );
}

function useTills() {
  const { client } = useApp();
  const [state, set] = useState<{ tills: readonly Till[]; terminals: readonly Terminal[]; problem: Problem | null }>({
    ...{ tills: [], terminals: [], problem: null },
  });
  const load = async () => {
    try {
      const [{ data: tills }, { data: terminals }] = await Promise.all([
        client.ask<{ data: Till[] }>('GET', TILLS),
        client.terminals(),
      ]);
      set({ tills, terminals, problem: null });
    } catch (error) {
      set(before => ({ ...before, problem: problemOf(error) }));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  const add = async (name: string): Promise<boolean> => {
    try {
      await client.ask('POST', TILLS, { name });
      await load();
      return true;
    } catch (error) {
      set(before => ({ ...before, problem: problemOf(error) }));
      return false;
    }
  };
  return { ...state, load, add };
}

function OneTill({ id, terminals }: { readonly id: string; readonly terminals: readonly Terminal[] }) {
  const till = useVersioned<Till>(`${TILLS}/${id}`);
  if (!till.value) return null;
  return <TillForm key={till.number} document={till} till={till.value} terminals={terminals} />;
}

interface TillFormProps {
  readonly document: VersionedDocument<Till>;
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
        <SaveBar state={document} onSave={save} />
      </Form>
    </Section>
  );
}
