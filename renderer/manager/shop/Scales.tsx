/** Scales of the tills: port, language, and a weighing to try them. */

import { useState } from 'react';
import {
  type NewScale,
  type ShopScale,
  type ShopScales,
  scaleProtocols,
  type Weighed,
} from '../../../main/wire/scales.ts';
import type { ScannerPorts } from '../../../main/wire/scanners.ts';
import type { Till } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMeasure } from '../../texts/measure.ts';
import { useScaleTexts } from '../../texts/pages/scales.ts';
import { PageProblem, Section } from '../Page.tsx';
import { Remove } from '../Remove.tsx';

const SCALES = '/bridge/v1/scales';
/** ms between two looks at the states. */
const LOOK_EVERY = 2000;
/** The price with which a weighing is tried, minor units. */
const TRIED_PRICE = 1000;

type Attempt = (method: string, path: string, body?: unknown) => Promise<boolean>;

export function Scales({ tills }: { readonly tills: readonly Till[] }) {
  const { client } = useApp();
  const { t } = useScaleTexts();
  const scales = useResource('scales', async () => (await client.ask<ShopScales>('GET', SCALES)).data, LOOK_EVERY);
  const found = useResource(
    'ports',
    async () => (await client.ask<ScannerPorts>('GET', '/bridge/v1/scanners/ports')).data,
  );
  const change = useChange();
  const [isAdding, setAdding] = useState(false);
  const reload = () => {
    change.clear();
    scales.reload();
    found.reload();
  };
  const attempt: Attempt = async (method, path, body) => {
    const answer = await change.run(() => client.ask(method, `${SCALES}${path}`, body));
    if (answer !== null) reload();
    return answer !== null;
  };
  const shared = { tills, ports: found.value ?? [] };
  const add = async (input: NewScale) => {
    if (await attempt('POST', '', input)) setAdding(false);
  };
  return (
    <Section title={t('scales.title')}>
      <p>{t('scales.intro')}</p>
      <PageProblem problem={change.problem ?? scales.problem ?? found.problem} onAgain={reload} />
      {scales.value?.length === 0 && <p className="text-soft">{t('scales.none')}</p>}
      {scales.value?.map(scale => (
        <OneScale key={scale.id} scale={scale} {...shared} attempt={attempt} />
      ))}
      {isAdding ? (
        <ScaleForm scale={null} {...shared} onSave={input => void add(input)} />
      ) : (
        <Button icon="plus" className="justify-self-start" onPress={() => setAdding(true)}>
          {t('scales.add')}
        </Button>
      )}
    </Section>
  );
}

/** The page itself says what was refused. */
const IDLE = { busy: false, problem: null } as const;

interface OneScaleProps {
  readonly scale: ShopScale;
  readonly tills: readonly Till[];
  readonly ports: ScannerPorts['data'];
  readonly attempt: Attempt;
}

function OneScale({ scale, tills, ports, attempt }: OneScaleProps) {
  const { t } = useScaleTexts();
  const [isOpen, setOpen] = useState(false);
  const { id, name, till, path, state } = scale;
  const save = async (input: NewScale) => {
    if (await attempt('PUT', `/${id}`, input)) setOpen(false);
  };
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p>
        <strong>{name}</strong> · {t(`scales.state.${state}`)}
        <span className="block text-sm break-all text-soft">
          {tills.find(one => one.id === till)?.name ?? ''} · {path}
        </span>
      </p>
      <TriedWeighing id={id} />
      <Button
        expanded={isOpen}
        className="justify-self-start"
        label={t('scales.changeName', { name })}
        onPress={() => setOpen(!isOpen)}
      >
        {t('scales.change')}
      </Button>
      {isOpen && (
        <>
          <ScaleForm scale={scale} tills={tills} ports={ports} onSave={input => void save(input)} />
          <Remove
            act="remove"
            name={name}
            note={t('scales.removeNote')}
            change={IDLE}
            onRemove={() => void attempt('DELETE', `/${id}`)}
          />
        </>
      )}
    </div>
  );
}

/** One weighing, with its weight or the reason why there is none. */
function TriedWeighing({ id }: { readonly id: string }) {
  const { client } = useApp();
  const { t, language, problem } = useScaleTexts();
  const change = useChange();
  const [weighed, setWeighed] = useState<Weighed | null>(null);
  const weigh = async () => {
    setWeighed(null);
    const body = { pricePerKilogram: TRIED_PRICE };
    setWeighed(await change.run(() => client.ask<Weighed>('POST', `${SCALES}/${id}/weigh`, body)));
  };
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">{t('scales.testHelp')}</p>
      <Button className="justify-self-start" busy={change.busy} onPress={() => void weigh()}>
        {t('scales.test')}
      </Button>
      <StatusRegion>
        {change.problem && <Message tone="error">{problem(change.problem)}</Message>}
        {weighed?.kind === 'weight' && (
          <Message tone="good">
            {t('weigh.weight', {
              weight: formatMeasure({ value: weighed.grams ?? 0, decimals: 3, unit: 'kg' }, language),
            })}
          </Message>
        )}
        {weighed && weighed.kind !== 'weight' && <Message tone="warn">{t(`weigh.${weighed.kind}`)}</Message>}
      </StatusRegion>
    </div>
  );
}

interface ScaleFormProps extends Omit<OneScaleProps, 'scale' | 'attempt'> {
  readonly scale: ShopScale | null;
  readonly onSave: (input: NewScale) => void;
}

const OTHER = 'other';

function ScaleForm({ scale, tills, ports, onSave }: ScaleFormProps) {
  const { t } = useScaleTexts();
  const known = scale === null || ports.some(({ path }) => path === scale.path);
  const [draft, setDraft] = useState({
    name: scale?.name ?? t('scales.one'),
    till: scale?.till ?? tills[0]?.id ?? '',
    port: known ? (scale?.path ?? ports[0]?.path ?? OTHER) : OTHER,
    typed: scale?.path ?? '',
    protocol: scale?.protocol ?? 'dialog06',
  });
  const change = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const path = draft.port === OTHER ? draft.typed.trim() : draft.port;
  const isComplete = draft.name.trim() !== '' && path !== '' && draft.till !== '';
  const save = () => {
    const { till, protocol } = draft;
    if (isComplete) onSave({ name: draft.name.trim(), till, path, protocol });
  };
  return (
    <Form onSubmit={save} className="grid gap-3 sm:grid-cols-2">
      <Field label={t('scales.name')} value={draft.name} onChange={name => change({ name })} maxLength={60} />
      <Select
        label={t('scales.till')}
        value={draft.till}
        options={tills.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={till => change({ till })}
      />
      <Select
        label={t('scales.port')}
        value={draft.port}
        options={[
          ...ports.map(({ path: value, adapter }) => ({ value, text: adapter ? `${value} (${adapter})` : value })),
          { value: OTHER, text: t('scales.portOther') },
        ]}
        onChange={port => change({ port })}
      />
      {draft.port === OTHER && (
        <Field label={t('scales.portName')} value={draft.typed} onChange={typed => change({ typed })} maxLength={200} />
      )}
      <Select
        label={t('scales.protocol')}
        value={draft.protocol}
        options={scaleProtocols.map(value => ({ value, text: t(`scales.protocol.${value}`) }))}
        onChange={value => change({ protocol: scaleProtocols.find(one => one === value) ?? 'dialog06' })}
      />
      <Button look="primary" className="self-end justify-self-start" disabled={!isComplete} onPress={save}>
        {t('scales.save')}
      </Button>
    </Form>
  );
}
