/** The second factor of the own account: set up with an app, its recovery codes, another phone, and its end. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { SecondFactorBegun, SecondFactor as State } from '../../../main/wire/office/people.ts';
import { type Change, useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { CodeField } from '../CodeField.tsx';
import { useOffice, useProblemText } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';

/** `onDone`: another second factor counts, or none, and the sessions of before have ended. */
export function SecondFactor({ onDone }: { readonly onDone: () => void }) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const answer = useResource('second-factor', signal => client.secondFactor(signal));
  const [begun, setBegun] = useState<SecondFactorBegun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const state = answer.value;
  const finish = () => {
    setCodes(null);
    answer.reload();
    onDone();
  };
  const show = (made: readonly string[]) => {
    setBegun(null);
    setCodes(made);
  };
  return (
    <Part title={t('factor.title')}>
      <AnswerState answer={answer} />
      <div className="grid max-w-xl gap-4 card p-4">
        {codes ? (
          <RecoveryCodes codes={codes} onDone={finish} />
        ) : begun ? (
          <Confirm begun={begun} onConfirmed={show} onCancel={() => setBegun(null)} />
        ) : state && !state.has_password ? (
          <p className="text-soft">{t('factor.companyAccount')}</p>
        ) : state?.since === null ? (
          <Begin onBegun={setBegun} />
        ) : (
          state && <Kept state={state} onBegun={setBegun} onCodes={show} onEnded={finish} />
        )}
      </div>
    </Part>
  );
}

function Begin({ onBegun }: { readonly onBegun: (begun: SecondFactorBegun) => void }) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const [before, setBefore] = useState('');
  const change = useChange();
  const submit = async () => {
    const begun = before === '' ? null : await change.run(() => client.beginFactor({ before }));
    if (begun) onBegun(begun);
  };
  return (
    <Form onSubmit={() => void submit()} className="grid gap-4">
      <p className="text-soft">{t('factor.about')}</p>
      <Field type="password" label={t('people.password')} value={before} onChange={setBefore} />
      <Problem change={change} />
      <Button
        look="primary"
        className="justify-self-start"
        disabled={before === ''}
        busy={change.busy}
        onPress={() => void submit()}
      >
        {t('factor.begin')}
      </Button>
    </Form>
  );
}

interface ConfirmProps {
  readonly begun: SecondFactorBegun;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The secret as a picture and as text, and the first code of the app. */
function Confirm({ begun, onConfirmed, onCancel }: ConfirmProps) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const [code, setCode] = useState('');
  const change = useChange();
  const submit = async () => {
    const confirmed = code === '' ? null : await change.run(() => client.confirmFactor(code.trim()));
    if (confirmed) onConfirmed(confirmed.recovery_codes);
  };
  return (
    <Form onSubmit={() => void submit()} className="grid gap-4">
      <p>{t('factor.scan')}</p>
      <QrCode text={begun.address} label={t('factor.picture')} />
      <p>{t('factor.type')}</p>
      <p className="figures text-lg font-semibold wrap-anywhere select-all">
        {(begun.secret.match(/.{1,4}/g) ?? []).join(' ')}
      </p>
      <CodeField digits label={t('factor.first')} help={t('factor.firstHelp')} value={code} onChange={setCode} />
      <Problem change={change} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={code === ''} busy={change.busy} onPress={() => void submit()}>
          {t('factor.confirm')}
        </Button>
        <Button onPress={onCancel}>{t('office.cancel')}</Button>
      </div>
    </Form>
  );
}

/** Shown once. */
function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useOfficeTexts();
  return (
    <>
      <Message tone="good">{t('factor.counts')}</Message>
      <h3 className="font-semibold">{t('factor.recovery')}</h3>
      <p className="text-soft">{t('factor.recoveryHelp')}</p>
      <ul aria-label={t('factor.recovery')} className="figures grid gap-1 text-lg">
        {codes.map(code => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onPress={onDone}>
          {t('factor.kept')}
        </Button>
        <Button onPress={() => window.print()}>{t('factor.print')}</Button>
      </div>
    </>
  );
}

interface KeptProps {
  readonly state: State;
  readonly onBegun: (begun: SecondFactorBegun) => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnded: () => void;
}

/** A second factor that counts; what changes it wants password and code. */
function Kept({ state, onBegun, onCodes, onEnded }: KeptProps) {
  const { client, session } = useOffice();
  const { t, language } = useOfficeTexts();
  const zone = useStore(session, ({ me }) => me?.merchant.time_zone ?? 'UTC');
  const [{ before, code }, setProof] = useState(NONE);
  const change = useChange();
  const ready = before !== '' && code !== '';
  const prove = async <T,>(work: (proof: typeof NONE) => Promise<T>, then: (answer: T) => void) => {
    const answer = ready ? await change.run(() => work({ before, code: code.trim() })) : null;
    if (answer === null) return;
    setProof(NONE);
    then(answer);
  };
  const renew = () => prove(client.renewRecoveryCodes, ({ recovery_codes: codes }) => onCodes(codes));
  const left = state.recovery_codes;
  return (
    <Form onSubmit={() => void renew()} className="grid gap-4">
      <p>{t('factor.since', { at: formatTimeIn(state.since ?? '', { language, zone }) })}</p>
      {left < FEW ? (
        <Message tone="warn">{t('factor.few', { count: left })}</Message>
      ) : (
        <p className="text-soft">{t('factor.left', { count: left })}</p>
      )}
      <Field
        type="password"
        label={t('people.password')}
        value={before}
        onChange={value => setProof({ before: value, code })}
      />
      <CodeField
        label={t('signIn.code')}
        help={t('factor.codeHelp')}
        value={code}
        onChange={value => setProof({ before, code: value })}
      />
      <Problem change={change} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={!ready} busy={change.busy} onPress={() => void renew()}>
          {t('factor.renew')}
        </Button>
        <Button disabled={!ready} busy={change.busy} onPress={() => void prove(client.beginFactor, onBegun)}>
          {t('factor.replace')}
        </Button>
        {!state.required && (
          <Button disabled={!ready} busy={change.busy} onPress={() => void prove(client.endFactor, onEnded)}>
            {t('factor.end')}
          </Button>
        )}
      </div>
      {state.required && <p className="text-soft">{t('factor.isWanted')}</p>}
    </Form>
  );
}

const NONE = { before: '', code: '' };
/** Recovery codes that are left when the page says that new ones are due. */
const FEW = 3;

function Problem({ change: { problem } }: { readonly change: Pick<Change, 'problem'> }) {
  const problemText = useProblemText();
  return <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>;
}
