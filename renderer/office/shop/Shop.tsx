/** The merchant and its stores, for the chain: names, currency and the clock they live by. */

import { useState } from 'react';
import type { Me } from '../../../main/wire/office/people.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';
import { PageHead, Part } from '../Page.tsx';
import type { OfficeSession } from '../session.ts';
import { Table } from '../Table.tsx';
import { Datev } from './Datev.tsx';
import { Targets } from './Targets.tsx';

type Store = Me['stores'][number];

export default function Shop() {
  const { t } = useOfficeTexts();
  const { stores } = useMe();
  const [open, setOpen] = useState<Store | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  return (
    <>
      <PageHead title={t('business.title')} about={t('business.about')} />
      <StatusRegion>{saved && <Message tone="good">{t('people.saved', { name: saved })}</Message>}</StatusRegion>
      <Merchant onSaved={setSaved} />
      <Part title={t('business.stores')}>
        <Table
          caption={t('business.stores')}
          rows={stores}
          keyOf={({ id }) => id}
          empty={t('office.none')}
          columns={[
            { title: t('sales.store'), cell: store => store.name },
            { title: t('business.zone'), cell: store => store.time_zone },
            { title: t('business.zoneFrom'), cell: store => t(`business.zoneFrom.${store.zone_from}`) },
            { title: t('business.region'), cell: store => store.region ?? '–' },
            {
              title: t('people.change'),
              cell: store => (
                <Button look="quiet" label={t('people.changeOf', { name: store.name })} onPress={() => setOpen(store)}>
                  {t('people.change')}
                </Button>
              ),
            },
          ]}
        />
      </Part>
      <Targets />
      <Datev onSaved={setSaved} />
      {open && (
        <StoreSheet
          store={open}
          onClose={() => setOpen(null)}
          onSaved={name => {
            setOpen(null);
            setSaved(name);
          }}
        />
      )}
    </>
  );
}

interface Saved {
  readonly onSaved: (name: string) => void;
}

function Merchant({ onSaved }: Saved) {
  const { client, session } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const { merchant } = useMe();
  const [name, setName] = useState(merchant.name);
  const [currency, setCurrency] = useState(merchant.currency);
  const [zone, setZone] = useState(merchant.time_zone);
  const [facts, setFacts] = useState(() => factsOf(merchant, COMPANY));
  const { busy, problem, run } = useChange();
  const ready = name.trim() !== '';
  const submit = async () => {
    const saved = await run(async () => {
      await client.changeMerchant({
        ...{ name: name.trim(), currency, time_zone: zone },
        ...written({ ...facts, country: facts.country?.toUpperCase() ?? '' }),
      });
      return readAnew(session, name.trim());
    });
    if (saved !== null) onSaved(saved);
  };
  return (
    <Part title={t('business.merchant')}>
      <Form onSubmit={() => void submit()} className="grid max-w-xl gap-4 card p-4">
        <Field
          label={t('business.name')}
          help={t('business.nameHelp')}
          value={name}
          onChange={setName}
          maxLength={200}
        />
        <Select
          label={t('business.currency')}
          help={t('business.currencyHelp')}
          value={currency}
          options={optionsOf(CURRENCIES, currency)}
          onChange={setCurrency}
        />
        <Select
          label={t('business.zone')}
          help={t('business.zoneHelp')}
          value={zone}
          options={optionsOf(ZONES, zone)}
          onChange={setZone}
        />
        <FactFields names={COMPANY} facts={facts} onChange={setFacts} />
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        <Button
          look="primary"
          className="justify-self-start"
          disabled={!ready}
          busy={busy}
          onPress={() => void submit()}
        >
          {t('office.save')}
        </Button>
      </Form>
    </Part>
  );
}

interface StoreSheetProps extends Saved {
  readonly store: Store;
  readonly onClose: () => void;
}

function StoreSheet({ store, onClose, onSaved }: StoreSheetProps) {
  const { client, session } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const [name, setName] = useState(store.name);
  const [zone, setZone] = useState(store.time_zone);
  const [facts, setFacts] = useState(() => factsOf(store, PLACE));
  const { busy, problem, run } = useChange();
  const ready = name.trim() !== '';
  const submit = async () => {
    const saved = await run(async () => {
      await client.changeStore(store.id, {
        ...{ name: name.trim(), ...written(facts) },
        // A zone that nobody has touched stays the word of its till.
        ...(zone === store.time_zone ? {} : { time_zone: zone }),
      });
      return readAnew(session, name.trim());
    });
    if (saved !== null) onSaved(saved);
  };
  return (
    <Sheet title={t('people.changeOf', { name: store.name })} closeLabel={t('office.close')} onClose={onClose}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <Field focused label={t('people.name')} value={name} onChange={setName} maxLength={200} />
        <Select
          label={t('business.zone')}
          help={t('business.storeZoneHelp')}
          value={zone}
          options={optionsOf(ZONES, zone)}
          onChange={setZone}
        />
        <FactFields names={PLACE} facts={facts} onChange={setFacts} />
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{t('office.cancel')}</Button>
          <Button look="primary" disabled={!ready} busy={busy} onPress={() => void submit()}>
            {t('office.save')}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

const PLACE = ['region', 'street', 'zip', 'city'] as const;
const COMPANY = ['street', 'zip', 'city', 'country', 'tax_number', 'vat_id'] as const;
type FactName = (typeof PLACE)[number] | (typeof COMPANY)[number];
type Facts = Readonly<Partial<Record<FactName, string>>>;

/** As the layout of DSFinV-K limits them. */
const LENGTHS: Readonly<Record<FactName, number>> = {
  ...{ region: 100, street: 60, zip: 10, city: 62, country: 2, tax_number: 20, vat_id: 15 },
};

const factsOf = (held: Readonly<Partial<Record<FactName, string | null>>>, names: readonly FactName[]): Facts =>
  Object.fromEntries(names.map(name => [name, held[name] ?? '']));

/** An empty field takes the fact back: the till's word holds then. */
const written = (facts: Facts) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value.trim() || null]));

interface FactFieldsProps {
  readonly names: readonly FactName[];
  readonly facts: Facts;
  readonly onChange: (facts: Facts) => void;
}

function FactFields({ names, facts, onChange }: FactFieldsProps) {
  const { t } = useOfficeTexts();
  return (
    <>
      <p className="text-sm text-soft">{t('business.factsHelp')}</p>
      {names.map(name => (
        <Field
          key={name}
          label={t(`business.${name}`)}
          value={facts[name] ?? ''}
          onChange={value => onChange({ ...facts, [name]: value })}
          maxLength={LENGTHS[name]}
        />
      ))}
    </>
  );
}

/** Every page shows these names and days, so the person is read anew with them. */
async function readAnew(session: OfficeSession, name: string): Promise<string> {
  await session.load();
  return name;
}

const ZONES = Intl.supportedValuesOf('timeZone');
const CURRENCIES = Intl.supportedValuesOf('currency');

/** Browsers do not list every name that holds, for example UTC. */
const optionsOf = (known: readonly string[], value: string) =>
  (known.includes(value) ? known : [value, ...known]).map(each => ({ value: each, text: each }));
