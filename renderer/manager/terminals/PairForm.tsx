/** The form that pairs a terminal: its address, its password and its tills; then the result of the test. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PairInput } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { freePortIn, isTerminalUnreached } from '../../bridge/problem.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { BesideForm, SaveBar } from '../Beside.tsx';
import { isTerminalOf } from '../terminalOfTill.ts';
import { useUnsaved } from '../unsaved.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import {
  type ConnectionDraft,
  connectionOf,
  newProtocolDraft,
  optionsOf,
  type ProtocolDraft,
} from './connectionDraft.ts';
import { MoreSettings } from './MoreSettings.tsx';
import { PairedTerminal } from './PairedTerminal.tsx';
import { PasswordField } from './PasswordField.tsx';
import { isPassword } from './pairing.ts';
import { SharedChoice, type SharedWith } from './SharedChoice.tsx';
import { TerminalProblem } from './TerminalProblem.tsx';
import { TillToggles } from './TillToggles.tsx';
import type { TerminalsState, TerminalsStore } from './terminalsStore.ts';

interface PairFormProps {
  readonly draft: ConnectionDraft;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
  readonly onPaired: () => void;
}

export function PairForm({ draft, store, onClose, onPaired }: PairFormProps) {
  const { t } = useManagerTexts();
  const { paired, models, busy } = useStore(store);
  return (
    <BesideForm title={t(paired ? 'terminals.paired' : 'terminals.pair')} onClose={() => busy === 'pair' || onClose()}>
      {paired ? (
        <PairedTerminal answer={paired} models={models} onDone={onPaired} />
      ) : (
        <PairFields draft={draft} store={store} />
      )}
    </BesideForm>
  );
}

function PairFields({ draft: found, store }: Pick<PairFormProps, 'draft' | 'store'>) {
  const { t } = useManagerTexts();
  const { tills, models, busy } = useStore(store);
  const { draft, set, isChanged, input } = usePairDraft(found, store);
  useUnsaved(isChanged);
  const { connection, protocol, name, password, chosen, shared } = draft;
  const isZvt = protocol.protocol === 'zvt';
  const [checked, setChecked] = useState(false);
  const submit = () => {
    setChecked(true);
    if (input && busy === null) void store.pair(input);
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {isZvt && (
        <Choice
          label={t('terminals.connection')}
          value={connection.type === 'serial' ? 'serial' : 'tcp'}
          options={[
            { value: 'tcp', text: t('terminals.connection.tcp') },
            { value: 'serial', text: t('terminals.connection.serial') },
          ]}
          onChange={type => set({ connection: { ...connection, type } })}
        />
      )}
      <ConnectionFields at={connection} onChange={value => set({ connection: value })} checked={checked} />
      <Field label={t('terminals.name')} value={name} onChange={value => set({ name: value })} maxLength={100} />
      {isZvt && (
        <PasswordField
          label={t('terminals.password')}
          help={t('terminals.passwordHelp')}
          value={password}
          error={checked && !isPassword(password) ? t('terminals.need.password') : null}
          onChange={value => set({ password: value })}
        />
      )}
      <MoreSettings
        connection={connection}
        protocol={protocol}
        models={models}
        onChange={(newConnection, newProtocol) => set({ connection: newConnection, protocol: newProtocol })}
      />
      <TillToggles tills={tills} chosen={chosen} onChange={value => set({ chosen: value })} />
      <SharedChoice value={shared} onChange={value => set({ shared: value })} />
      <p role="status" className="text-soft">
        {busy === 'pair' && t('terminals.pairing')}
      </p>
      <SaveBar busy={busy !== null} save={t('terminals.pair')}>
        <div className="basis-full -order-1 empty:hidden">
          <PairProblem store={store} missing={checked && !input} />
        </div>
      </SaveBar>
    </Form>
  );
}

/**
 * The reason why the terminal is not paired, beside the button that was pressed: the button and the reason stay in
 * sight together.
 */
function PairProblem({ store, missing }: { readonly store: TerminalsStore; readonly missing: boolean }) {
  const { t } = useManagerTexts();
  const problem = useStore(store, state => state.problem);
  return (
    <StatusRegion>
      {missing && <Message tone="warn">{t('terminals.need.marked')}</Message>}
      {problem && !missing && (
        <TerminalProblem problem={problem}>
          {isTerminalUnreached(problem) && <span className="block font-normal">{t('terminals.pairHelp')}</span>}
        </TerminalProblem>
      )}
    </StatusRegion>
  );
}

interface PairDraft {
  readonly connection: ConnectionDraft;
  readonly protocol: ProtocolDraft;
  readonly name: string;
  readonly password: string;
  /** Ids of the tills that use the terminal. */
  readonly chosen: readonly string[];
  readonly shared: SharedWith | null;
}

/** The values of the form, and the request that they make; `input` is null while a value is missing or not valid. */
function usePairDraft(found: ConnectionDraft, store: TerminalsStore) {
  const { till } = useApp();
  const { terminals, problem } = useStore(store);
  const tillId = useStore(till, state => state.device?.id);
  const [kept] = useState<PairDraft>(() => ({
    connection: found,
    protocol: newProtocolDraft(terminals ?? []),
    name: '',
    password: '000000',
    chosen: tillId && !hasTerminal(tillId, terminals) ? [tillId] : [],
    shared: null,
  }));
  const [draft, setDraft] = useState(kept);
  const freePort = freePortIn(problem);
  useEffect(() => {
    if (freePort !== null) setDraft(before => ({ ...before, ...withPort(before, String(freePort)) }));
  }, [freePort]);
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(kept),
    set: (part: Partial<PairDraft>) => setDraft(before => ({ ...before, ...part })),
    input: inputOf(draft),
  };
}

/** Takes the free port that the bridge offers instead of a port in use. */
const withPort = ({ connection, protocol }: Pick<PairDraft, 'connection' | 'protocol'>, port: string) => ({
  protocol: { ...protocol, devicePort: port },
  connection: connection.type === 'tcpListen' ? { ...connection, port } : connection,
});

function inputOf({
  connection: typed,
  protocol: settings,
  name,
  password,
  chosen,
  shared,
}: PairDraft): PairInput | null {
  const connection = connectionOf(typed);
  const options = optionsOf(settings);
  const { protocol, profile } = settings;
  const isZvt = protocol === 'zvt';
  if (!connection || !options || (isZvt && !isPassword(password))) return null;
  return {
    connection,
    protocol,
    options,
    ...(isZvt ? { password } : {}),
    ...(profile ? { profile } : {}),
    description: name.trim() || null,
    tills: [...chosen],
    ...(shared ? { shared } : {}),
  };
}

/** A till that already has a terminal is only moved to the new one when a person chooses it. */
const hasTerminal = (till: string, terminals: TerminalsState['terminals']): boolean =>
  terminals?.some(isTerminalOf(till)) ?? false;
