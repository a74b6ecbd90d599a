/** The upstream service and the back office, both optional. */

import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Choice } from '../parts/Choice.tsx';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps, useErrors } from './StepForm.tsx';

type Typed = Readonly<Record<'address' | 'first' | 'second', string>>;

/** A stored target is an address alone, or an object with an address. */
const addressIn = (target: unknown): string =>
  typeof target === 'string' ? target : ((target as { address?: string } | null | undefined)?.address ?? '');

export function TargetsStep({ store }: StepProps) {
  const { t } = useSetupTexts();
  const { upstream = null, backoffice = null } = store.draft();
  const [up, setUp] = useState<Typed | null>(upstream ? { address: addressIn(upstream), first: '', second: '' } : null);
  const [office, setOffice] = useState<Typed | null>(
    backoffice ? { address: addressIn(backoffice), first: enrolIn(backoffice), second: '' } : null,
  );
  const errorAt = useErrors(store);
  const submit = async () => {
    const kept = typeof upstream === 'object' && upstream !== null ? upstream : {};
    const parts = {
      upstream: up && {
        ...{ offline: {}, ...kept, address: up.address.trim() },
        ...(up.first.trim() === '' ? {} : { client_id: up.first.trim() }),
        ...(up.second.trim() === '' ? {} : { client_secret: up.second.trim() }),
      },
      backoffice: office && {
        address: office.address.trim(),
        ...(office.first.trim() === '' ? {} : { enrol: office.first.trim() }),
      },
    };
    if (await store.keep(parts)) store.next();
  };
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <p>{t('setup.targets.intro')}</p>
      <OtherFaults
        store={store}
        paths={['upstream.address', 'upstream.client_id', 'upstream.client_secret', 'backoffice']}
      />
      <Target label={t('setup.upstream')} help={t('setup.upstream.help')} value={up} onChange={setUp}>
        {up && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Address value={up} onChange={setUp} error={errorAt('upstream.address')} />
            <Field
              label={t('setup.clientId')}
              value={up.first}
              error={errorAt('upstream.client_id')}
              onChange={first => setUp({ ...up, first })}
              {...(upstream ? { help: t('setup.secretKept') } : {})}
            />
            <Field
              type="password"
              label={t('setup.clientSecret')}
              value={up.second}
              error={errorAt('upstream.client_secret')}
              onChange={second => setUp({ ...up, second })}
              {...(upstream ? { help: t('setup.secretKept') } : {})}
            />
          </div>
        )}
      </Target>
      <Target label={t('setup.backoffice')} help={t('setup.backoffice.help')} value={office} onChange={setOffice}>
        {office && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Address value={office} onChange={setOffice} error={errorAt('backoffice')} />
            <Field
              label={t('setup.enrol')}
              help={t('setup.enrolHelp')}
              value={office.first}
              maxLength={40}
              onChange={first => setOffice({ ...office, first })}
            />
          </div>
        )}
      </Target>
    </StepForm>
  );
}

const enrolIn = (target: unknown): string => (target as { enrol?: string }).enrol ?? '';

interface TargetProps {
  readonly label: string;
  readonly help: string;
  readonly value: Typed | null;
  readonly onChange: (value: Typed | null) => void;
  readonly children: React.ReactNode;
}

function Target({ label, help, value, onChange, children }: TargetProps) {
  const { t } = useSetupTexts();
  return (
    <section aria-label={label} className="grid gap-3 rounded-control border border-line p-3">
      <Choice
        label={label}
        value={value ? 'yes' : 'no'}
        options={[
          { value: 'no', text: t('setup.target.no') },
          { value: 'yes', text: t('setup.target.yes') },
        ]}
        onChange={chosen => onChange(chosen === 'yes' ? (value ?? { address: '', first: '', second: '' }) : null)}
      />
      <p className="text-sm text-soft">{help}</p>
      {children}
    </section>
  );
}

interface AddressProps {
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  readonly error: string | null;
}

function Address({ value, onChange, error }: AddressProps) {
  const { t } = useSetupTexts();
  return (
    <Field
      label={t('setup.address')}
      help={t('setup.addressHelp')}
      value={value.address}
      error={error}
      maxLength={500}
      onChange={address => onChange({ ...value, address })}
    />
  );
}
