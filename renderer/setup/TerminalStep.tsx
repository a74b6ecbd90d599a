/** The till, and the card terminal at which it takes cards: searched for or entered, then asked who it is. */

import { useState } from 'react';
import type { SetupTerminal } from '../../main/wire/setup.ts';
import type { Problem } from '../bridge/problem.ts';
import { attempt } from '../data/attempt.ts';
import { Field } from '../form/Field.tsx';
import { ConnectionFields } from '../manager/terminals/ConnectionFields.tsx';
import { type ConnectionDraft, connectionOf, draftOf, emptyDraft } from '../manager/terminals/connectionDraft.ts';
import { PasswordField } from '../manager/terminals/PasswordField.tsx';
import { isPassword } from '../manager/terminals/pairing.ts';
import { SharedChoice, type SharedWith } from '../manager/terminals/SharedChoice.tsx';
import { TerminalProblem } from '../manager/terminals/TerminalProblem.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Message } from '../parts/Panel.tsx';
import { useManagerTexts } from '../texts/pages/manager.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps } from './StepForm.tsx';
import { TerminalFinder } from './TerminalFinder.tsx';

type Answer = SetupTerminal | 'asking' | Problem | null;

const isProblem = (answer: Answer): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'kind' in answer;

export function TerminalStep({ store, client }: StepProps) {
  const { t } = useSetupTexts();
  const form = useTerminalForm({ store, client });
  const { till, setTill, wanted, setWanted, answer } = form;
  const [isSent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    const parts = till.trim() === '' ? null : form.parts();
    if (parts && (await store.keep(parts))) store.next();
  };
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <OtherFaults store={store} paths={[]} />
      <Field
        focused
        label={t('setup.till.name')}
        value={till}
        onChange={setTill}
        maxLength={100}
        error={isSent && till.trim() === '' ? t('setup.required') : null}
      />
      <Choice
        label={t('setup.terminal.which')}
        value={wanted ? 'pair' : 'none'}
        options={[
          { value: 'none', text: t('setup.terminal.none') },
          { value: 'pair', text: t('setup.terminal.pair') },
        ]}
        onChange={value => setWanted(value === 'pair')}
      />
      {wanted ? <Pairing {...form} client={client} /> : <p className="text-soft">{t('setup.terminal.try')}</p>}
      {wanted && isSent && (answer === null || isProblem(answer)) && (
        <Message tone="warn">{t('setup.terminal.unchecked')}</Message>
      )}
    </StepForm>
  );
}

/** The typed terminal, the answer of the real one, and the parts of the draft that they make. */
function useTerminalForm({ store, client }: StepProps) {
  const { t } = useSetupTexts();
  const draft = store.draft();
  const before = draft.terminals?.[0];
  const [till, setTill] = useState(draft.tills?.[0]?.name ?? t('setup.till.first'));
  const [wanted, setWanted] = useState(before !== undefined);
  const [name, setName] = useState(before?.name ?? 'T1');
  const [connection, setConnection] = useState(before ? draftOf(before.connection) : emptyDraft);
  const [password, setPassword] = useState(before ? '' : '000000');
  const [shared, setShared] = useState<SharedWith | null>(sharedIn(before?.shared));
  const [answer, setAnswer] = useState<Answer>(before ? { ...KNOWN, terminal: withoutNames(before) } : null);
  const place = connectionOf(connection);
  const hasKnownPassword = before !== undefined && password === '';
  const isPasswordWrong = !isPassword(password) && !hasKnownPassword;
  const canCheck = place !== null && !isPasswordWrong;
  const check = async () => {
    if (!place || !canCheck || answer === 'asking') return;
    setAnswer('asking');
    const settings = { connection: place, ...(password === '' ? {} : { password }) };
    const { answer: checked, problem } = await attempt(() => client.check(settings));
    setAnswer(checked ?? problem);
  };
  return {
    ...{
      till,
      setTill,
      wanted,
      setWanted,
      name,
      setName,
      connection,
      password,
      shared,
      setShared,
      answer,
      canCheck,
      isPasswordWrong,
      check,
    },
    setConnection(next: ConnectionDraft) {
      setConnection(next);
      setAnswer(null);
    },
    setPassword(next: string) {
      setPassword(next);
      setAnswer(null);
    },
    /** Null while the terminal has not answered. */
    parts() {
      const place = { name: till.trim(), terminal: wanted ? name.trim() : null };
      if (!wanted) return { terminals: null, tills: [place] };
      if (answer === null || answer === 'asking' || isProblem(answer) || name.trim() === '') return null;
      const terminal = {
        ...answer.terminal,
        name: name.trim(),
        ...(password === '' ? {} : { password }),
        ...(shared ? { shared } : {}),
      };
      return { terminals: [terminal], tills: [place] };
    },
  };
}

/** A terminal of the draft was checked when it was entered. */
const KNOWN = { software: null, diagnosis: null, isVirtual: false } as const;

const withoutNames = <T extends { name: string }>({ name: _, password: __, ...terminal }: T & { password?: unknown }) =>
  terminal as Record<string, unknown>;

function sharedIn(shared: unknown): SharedWith | null {
  if (typeof shared === 'boolean') return shared ? 'others' : 'no';
  return (shared as SharedWith | undefined) ?? null;
}

type PairingProps = ReturnType<typeof useTerminalForm> & Pick<StepProps, 'client'>;

function Pairing({ client, name, setName, connection, setConnection, password, setPassword, ...form }: PairingProps) {
  const { t: tm } = useManagerTexts();
  const { t } = useSetupTexts();
  const { shared, setShared, answer, canCheck, isPasswordWrong, check } = form;
  // A missing value is named at its field once somebody has tried.
  const [tried, setTried] = useState(false);
  return (
    <div className="grid gap-4 rounded-control border border-line p-3">
      <TerminalFinder client={client} onChoose={found => setConnection(draftOf(found.connection))} />
      <Choice
        label={tm('terminals.connection')}
        value={connection.type === 'serial' ? 'serial' : 'tcp'}
        options={[
          { value: 'tcp', text: tm('terminals.connection.tcp') },
          { value: 'serial', text: tm('terminals.connection.serial') },
        ]}
        onChange={type => setConnection({ ...connection, type })}
      />
      <ConnectionFields at={connection} onChange={setConnection} checked={tried} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('setup.terminal.name')} value={name} onChange={setName} maxLength={100} />
        <PasswordField
          label={tm('terminals.password')}
          help={tm('terminals.passwordHelp')}
          value={password}
          error={tried && isPasswordWrong ? tm('terminals.need.password') : null}
          onChange={setPassword}
        />
      </div>
      <SharedChoice value={shared} onChange={setShared} />
      <div>
        <Button
          icon="terminal"
          busy={answer === 'asking'}
          onPress={() => {
            setTried(!canCheck);
            void check();
          }}
        >
          {t('setup.terminal.check')}
        </Button>
      </div>
      <div role="status">
        <CheckAnswer answer={answer} />
      </div>
    </div>
  );
}

function CheckAnswer({ answer }: { readonly answer: Answer }) {
  const { t, language } = useSetupTexts();
  if (answer === null) return null;
  if (answer === 'asking') return <Message tone="info">{t('setup.terminal.checking')}</Message>;
  if (isProblem(answer)) return <TerminalProblem problem={answer} />;
  const { terminal, software, diagnosis, isVirtual } = answer;
  return (
    <div className="grid gap-2">
      <Message tone="good">
        {t('setup.terminal.answered', { tid: String(terminal.tid ?? '–'), software: software ?? '' })}
      </Message>
      {diagnosis && <Message tone="warn">{diagnosis[language]}</Message>}
      {isVirtual && <Message tone="warn">{t('setup.terminal.virtual')}</Message>}
    </div>
  );
}
