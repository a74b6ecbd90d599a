/** Pairing a terminal: where it is, its password, who uses it; then what the test said. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { PairAnswer } from '../../main/api/terminals/contract.ts';
import type { ReceiptLine } from '../../main/api/wire.ts';
import { useApp } from '../context.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Fact, Message } from '../parts/Panel.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { Paper } from '../parts/usePrint.tsx';
import { isHeld } from '../stores/problem.ts';
import { useManagerWords } from '../texts/manager/words.ts';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { featureTexts } from './features.ts';
import { isOf } from './ownTerminal.ts';
import { type ConnectionDraft, connectionOf, isPassword } from './pairing.ts';
import { TillTicks } from './TillTicks.tsx';
import type { TerminalsState, TerminalsStore } from './terminalsStore.ts';

export interface PairSheetProps {
  readonly draft: ConnectionDraft;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
}

export function PairSheet({ draft, store, onClose }: PairSheetProps) {
  const { t, problem: textOf } = useManagerWords();
  const { paired, busy, problem } = useStore(store);
  const title = paired ? t('terminals.paired') : t('terminals.pair');
  return (
    <Sheet title={title} closeLabel={t('common.close')} onClose={() => busy || onClose()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {problem && (
          <Message tone="error">
            <span className="block">{textOf(problem)}</span>
            {!isHeld(problem) && <span className="block font-normal">{t('terminals.pairHelp')}</span>}
          </Message>
        )}
        {paired ? <Paired answer={paired} onDone={onClose} /> : <PairForm draft={draft} store={store} />}
      </div>
    </Sheet>
  );
}

function PairForm({ draft, store }: { readonly draft: ConnectionDraft; readonly store: TerminalsStore }) {
  const { till } = useApp();
  const { t } = useManagerWords();
  const { terminals, tills, busy } = useStore(store);
  const own = useStore(till, state => state.device?.id);
  const [at, setAt] = useState(draft);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('000000');
  const [chosen, setChosen] = useState<readonly string[]>(own && !hasTerminal(own, terminals) ? [own] : []);
  const connection = connectionOf(at);
  const ready = connection !== null && isPassword(password) && busy === null;
  const submit = () => {
    if (ready) void store.pair({ connection, password, description: name.trim() || null, tills: [...chosen] });
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Choice
        label={t('terminals.connection')}
        value={at.type}
        options={[
          { value: 'tcp', text: t('terminals.connection.tcp') },
          { value: 'serial', text: t('terminals.connection.serial') },
        ]}
        onChange={type => setAt({ ...at, type })}
      />
      <Place at={at} onChange={setAt} />
      <Field label={t('terminals.name')} value={name} onChange={setName} maxLength={100} />
      <Field
        label={t('terminals.password')}
        type="password"
        numeric
        value={password}
        onChange={text => setPassword(text.replace(/\D/g, ''))}
        help={t('terminals.passwordHelp')}
        maxLength={6}
      />
      <TillTicks tills={tills} chosen={chosen} onChange={setChosen} />
      <p role="status" className="text-soft">
        {busy === 'pair' && t('terminals.pairing')}
      </p>
      <Button look="primary" size="tall" hint="Enter" disabled={!ready} onPress={submit}>
        {t('terminals.pair')}
      </Button>
    </Form>
  );
}

/** A till that takes cards elsewhere already is moved only by choice. */
const hasTerminal = (till: string, terminals: TerminalsState['terminals']): boolean =>
  terminals?.some(isOf(till)) ?? false;

interface PlaceProps {
  readonly at: ConnectionDraft;
  readonly onChange: (at: ConnectionDraft) => void;
}

function Place({ at, onChange }: PlaceProps) {
  const { t } = useManagerWords();
  if (at.type === 'tcp')
    return (
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <Field label={t('terminals.host')} value={at.host} onChange={host => onChange({ ...at, host })} />
        <Field label={t('terminals.port')} numeric value={at.port} onChange={port => onChange({ ...at, port })} />
      </div>
    );
  return (
    <div className="grid grid-cols-[1fr_9rem] gap-3">
      <Field label={t('terminals.path')} value={at.path} onChange={path => onChange({ ...at, path })} />
      <Field
        label={t('terminals.baud')}
        numeric
        value={at.baudRate}
        onChange={baudRate => onChange({ ...at, baudRate })}
      />
    </div>
  );
}

/** What the terminal said when it was asked who it is. */
function Paired({ answer, onDone }: { readonly answer: PairAnswer; readonly onDone: () => void }) {
  const words = useManagerWords();
  const { t, language } = words;
  const { terminal, diagnosis, receipt } = answer;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Message tone={diagnosis === null ? 'good' : 'warn'}>
        {t('terminals.diagnosis')}: {diagnosis?.[language] ?? t('terminals.diagnosisGood')}
      </Message>
      <dl className="grid gap-1">
        <Fact name={t('terminals.name')}>{terminal.description}</Fact>
        <Fact name={t('terminals.registered')}>{t('terminals.registeredYes')}</Fact>
        <Fact name={t('terminals.tid')}>{terminal.terminalId ?? '–'}</Fact>
        <Fact name={t('terminals.software')}>{terminal.software ?? '–'}</Fact>
        <Fact name={t('terminals.profile')}>
          {terminal.profile === 'generic' ? t('terminals.profile.generic') : terminal.profile}
        </Fact>
      </dl>
      <p>
        <span className="text-soft">{t('terminals.can')}: </span>
        {featureTexts(terminal.features, words).join(', ')}
      </p>
      <Paper title={t('terminals.diagnosisSlip')} lines={receipt as readonly ReceiptLine[]} />
      <Button look="primary" size="tall" onPress={onDone}>
        {t('terminals.done')}
      </Button>
    </div>
  );
}
