/** Pairing a terminal: where it is, its password, who uses it; then what the test said. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import type { PairAnswer } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { freePortIn, isTerminalUnreached } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Paper } from '../../parts/usePrint.tsx';
import { useManagerTexts } from '../../texts/manager/texts.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { isTerminalOf } from '../terminalOfTill.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { type ConnectionDraft, connectionOf, type Model, newProtocolDraft, optionsOf } from './connectionDraft.ts';
import { featureTexts } from './featureTexts.ts';
import { MoreSettings } from './MoreSettings.tsx';
import { modelText } from './modelText.ts';
import { isPassword } from './pairing.ts';
import { SharedChoice, type SharedWith } from './SharedChoice.tsx';
import { TerminalProblem } from './TerminalProblem.tsx';
import { TillToggles } from './TillToggles.tsx';
import type { TerminalsState, TerminalsStore } from './terminalsStore.ts';

export interface PairSheetProps {
  readonly draft: ConnectionDraft;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
}

export function PairSheet({ draft, store, onClose }: PairSheetProps) {
  const { t } = useManagerTexts();
  const { paired, models, busy, problem } = useStore(store);
  const title = paired ? t('terminals.paired') : t('terminals.pair');
  return (
    <Sheet title={title} closeLabel={t('common.close')} onClose={() => busy === 'pair' || onClose()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusRegion>
          {problem && (
            <TerminalProblem problem={problem}>
              {isTerminalUnreached(problem) && <span className="block font-normal">{t('terminals.pairHelp')}</span>}
            </TerminalProblem>
          )}
        </StatusRegion>
        {paired ? (
          <Paired answer={paired} models={models} onDone={onClose} />
        ) : (
          <PairForm draft={draft} store={store} />
        )}
      </div>
    </Sheet>
  );
}

function PairForm({ draft, store }: { readonly draft: ConnectionDraft; readonly store: TerminalsStore }) {
  const { till } = useApp();
  const { t } = useManagerTexts();
  const { terminals, tills, models, busy, problem } = useStore(store);
  const own = useStore(till, state => state.device?.id);
  const [at, setAt] = useState(draft);
  const [more, setMore] = useState(() => newProtocolDraft(terminals ?? []));
  const free = freePortIn(problem);
  useEffect(() => {
    if (free === null) return;
    setMore(before => ({ ...before, devicePort: String(free) }));
    setAt(before => (before.type === 'tcpListen' ? { ...before, port: String(free) } : before));
  }, [free]);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('000000');
  const [chosen, setChosen] = useState<readonly string[]>(own && !hasTerminal(own, terminals) ? [own] : []);
  const [shared, setShared] = useState<SharedWith | null>(null);
  const connection = connectionOf(at);
  const options = optionsOf(more);
  const { protocol, profile } = more;
  const isZvt = protocol === 'zvt';
  const ready = connection !== null && options !== null && (!isZvt || isPassword(password));
  const submit = () => {
    if (!ready || busy !== null) return;
    const how = { connection, protocol, options, ...(isZvt ? { password } : {}), ...(profile ? { profile } : {}) };
    void store.pair({ ...how, description: name.trim() || null, tills: [...chosen], ...(shared ? { shared } : {}) });
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {isZvt && (
        <Choice
          label={t('terminals.connection')}
          value={at.type === 'serial' ? 'serial' : 'tcp'}
          options={[
            { value: 'tcp', text: t('terminals.connection.tcp') },
            { value: 'serial', text: t('terminals.connection.serial') },
          ]}
          onChange={type => setAt({ ...at, type })}
        />
      )}
      <ConnectionFields at={at} onChange={setAt} />
      <Field label={t('terminals.name')} value={name} onChange={setName} maxLength={100} />
      {isZvt && (
        <Field
          label={t('terminals.password')}
          type="password"
          numeric
          value={password}
          onChange={text => setPassword(text.replace(/\D/g, ''))}
          help={t('terminals.passwordHelp')}
          maxLength={6}
        />
      )}
      <MoreSettings
        at={at}
        more={more}
        models={models}
        onChange={(place, settings) => {
          setAt(place);
          setMore(settings);
        }}
      />
      <TillToggles tills={tills} chosen={chosen} onChange={setChosen} />
      <SharedChoice value={shared} onChange={setShared} />
      <p role="status" className="text-soft">
        {busy === 'pair' && t('terminals.pairing')}
      </p>
      <Button look="primary" size="tall" hint="Enter" disabled={!ready} busy={busy !== null} onPress={submit}>
        {t('terminals.pair')}
      </Button>
    </Form>
  );
}

/** A till that takes cards elsewhere already is moved only by choice. */
const hasTerminal = (till: string, terminals: TerminalsState['terminals']): boolean =>
  terminals?.some(isTerminalOf(till)) ?? false;

/** What the terminal said when it was asked who it is. */
interface PairedProps {
  readonly answer: PairAnswer;
  readonly models: readonly Model[];
  readonly onDone: () => void;
}

function Paired({ answer, models, onDone }: PairedProps) {
  const words = useManagerTexts();
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
        <Fact name={t('terminals.profile')}>{modelText(terminal.profile, models, words)}</Fact>
      </dl>
      {terminal.protocol === 'opi' && <Message tone="info">{t('terminals.opiChecked')}</Message>}
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
