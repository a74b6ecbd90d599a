/** Customers: found by name or number, made, changed, given a card, and forgotten on request. */
import { useState } from 'react';
import type { Customer } from '../../../main/wire/loyalty.ts';
import type { Versioned } from '../../bridge/connection.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Field } from '../../form/Field.tsx';
import { Form, SubmitButton, type Typed } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Beside, BesideForm, useOpened } from '../Beside.tsx';
import { PageProblem, Section } from '../Page.tsx';
import { ChangeForm, useChecks } from './ChangeForm.tsx';
import { RowList, SearchRows, Tile } from './Rows.tsx';
import type { SectionProps } from './sectionProps.ts';

interface Contact {
  readonly forename?: string | null;
  readonly surname?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly name?: string;
}

const contactOf = ({ contact }: Customer): Contact => contact as Contact;

export function Customers({ client, currency, scanned }: SectionProps) {
  const { t } = useLoyaltyTexts();
  const [typed, setTyped] = useState('');
  const rows = useRows(typed, offset => client.customers(typed, offset));
  const { open, show, replace } = useOpened<string>();
  const done = () => {
    replace(null);
    rows.reload();
  };
  const nameOf = (customer: Customer) => contactOf(customer).name ?? t('customers.anonymous');
  const form = open !== null && (
    <CustomerDetail
      key={open}
      {...{ client, currency, scanned }}
      id={open || null}
      onClose={() => show(null)}
      onDone={done}
    />
  );
  return (
    <Beside form={form}>
      <Section title={t('programme.customers')}>
        <div className="flex flex-wrap items-end gap-3">
          <SearchRows label={t('customers.find')} value={typed} onSearch={setTyped} />
          <Button look={form ? 'tonal' : 'primary'} icon="plus" onPress={() => show('')}>
            {t('customers.new')}
          </Button>
        </div>
        <RowList of={rows} keyOf={({ id }) => id}>
          {customer => (
            <Tile
              title={nameOf(customer)}
              label={t('customers.open', { name: nameOf(customer) })}
              facts={[customer.customernumber ?? '–']}
              isChosen={customer.id === open}
              onOpen={() => show(customer.id)}
            />
          )}
        </RowList>
      </Section>
    </Beside>
  );
}

type CustomerDetailProps = SectionProps & {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
  /** Saved, or forgotten. */
  readonly onDone: () => void;
};

function CustomerDetail(props: CustomerDetailProps) {
  const { client, id, onClose } = props;
  const { t } = useLoyaltyTexts();
  const { value: opened, problem, reload } = useResource(id, () => client.customer(id ?? ''));
  const name = opened ? (contactOf(opened.value).name ?? t('customers.anonymous')) : t('customers.new');
  return (
    <BesideForm title={name} onClose={onClose}>
      <PageProblem problem={problem} onAgain={reload} />
      {opened && <CustomerCards {...props} customer={opened.value} />}
      {opened && <Forget {...props} name={name} customer={opened.value} />}
      {(opened || id === null) && <CustomerForm {...props} opened={opened} />}
    </BesideForm>
  );
}

function CustomerForm({
  client,
  opened,
  onDone,
}: CustomerDetailProps & { readonly opened: Versioned<Customer> | null }) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const known = opened ? contactOf(opened.value) : {};
  const { filled } = useChecks();
  const submit = async ({ note = '', ...contact }: Typed) => {
    const { name: _, ...kept } = known;
    const typed = Object.fromEntries(Object.entries(contact).map(([key, value]) => [key, value.trim() || null]));
    const body = { contact: { ...kept, ...typed }, note: note.trim() || null };
    const saved = await change.run(() =>
      opened ? client.changeCustomer(opened.value.id, body, opened.version) : client.makeCustomer(body),
    );
    if (saved) onDone();
  };
  return (
    <ChangeForm change={change} checks={{ surname: filled }} submit={t('programme.save')} onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="forename"
          label={t('customers.forename')}
          focused={opened === null}
          initial={known.forename ?? ''}
        />
        <Field name="surname" label={t('customers.surname')} initial={known.surname ?? ''} />
        <Field name="email" label={t('customers.email')} type="email" initial={known.email ?? ''} />
        <Field name="phone" label={t('customers.phone')} type="tel" initial={known.phone ?? ''} />
      </div>
      <Field name="note" label={t('customers.note')} maxLength={1000} initial={opened?.value.note ?? ''} />
    </ChangeForm>
  );
}

type OfCustomer = CustomerDetailProps & { readonly customer: Customer };

function CustomerCards({ client, customer }: OfCustomer) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const { value: found, reload } = useResource(customer.id, () => client.cardsOf(customer.id));
  const cards = found?.data ?? [];
  const [unknown, setUnknown] = useState<string | null>(null);
  const give = async ({ number = '' }: Typed) => {
    setUnknown(null);
    const done = await change.run(async () => {
      const id = await client.cardByNumber(number.replaceAll(' ', ''));
      if (id === null) return 'unknown';
      return client.changeCard(id, { customer: customer.id }, (await client.card(id)).version);
    });
    if (done === 'unknown') setUnknown(number);
    else if (done) reload();
  };
  return (
    <section aria-label={t('customers.cards')} className="grid gap-2">
      <h3 className="font-semibold">{t('customers.cards')}</h3>
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      {cards.length === 0 && <p className="text-soft">{t('customers.cardsNone')}</p>}
      <ul>
        {cards.map(({ id, card }) => (
          <li key={id} className="figures">
            {card.cardnumber}
          </li>
        ))}
      </ul>
      <Form onSubmit={typed => void give(typed)} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Field
          name="number"
          label={t('customers.giveCard')}
          numeric
          error={unknown === null ? null : t('cards.unknown', { number: unknown })}
        />
        <SubmitButton look="tonal" busy={change.busy}>
          {t('customers.give')}
        </SubmitButton>
      </Form>
    </section>
  );
}

/** A shop must do it where a customer asks for it; nothing brings her data back. */
function Forget({ client, customer, name, onDone }: OfCustomer & { readonly name: string }) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const forget = async () => {
    if (await change.run(() => client.forget(customer.id))) onDone();
  };
  return (
    <Fold title={t('customers.forget')}>
      <div className="grid justify-items-start gap-3 pb-3">
        <p>{t('customers.forgetSure')}</p>
        <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
        <HoldButton
          look="danger"
          icon="trash"
          size="normal"
          busy={change.busy}
          again={t('customers.forgetYes', { name })}
          onHeld={() => void forget()}
        >
          {t('customers.forgetNow', { name })}
        </HoldButton>
      </div>
    </Fold>
  );
}
