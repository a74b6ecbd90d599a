/** The form that changes the name, the connection, the tills and the settings of a terminal. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { StatusRegion } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { BesideForm, SaveBar } from '../Beside.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { connectionChanges, draftOf, protocolDraftOf } from './connectionDraft.ts';
import { MoreSettings } from './MoreSettings.tsx';
import { PasswordField } from './PasswordField.tsx';
import { isPassword } from './pairing.ts';
import { SharedChoice } from './SharedChoice.tsx';
import { TerminalProblem } from './TerminalProblem.tsx';
import { TillToggles } from './TillToggles.tsx';
import type { TerminalsStore } from './terminalsStore.ts';

export interface TerminalFormProps {
  readonly terminal: Terminal;
  readonly store: TerminalsStore;
  /** Asks before typed values are lost. */
  readonly onClose: () => void;
}

interface ChangeFormProps extends TerminalFormProps {
  readonly onSaved: () => void;
}

export function ChangeForm({ terminal, store, onClose, onSaved }: ChangeFormProps) {
  const { t } = useManagerTexts();
  const { tills, models, busy, problem } = useStore(store);
  const { draft, set, isReady, isChanged, changes } = useTerminalDraft(terminal);
  const { connection, protocol, name, password, chosen, shared, handOver } = draft;
  const { paired, features } = terminal;
  useUnsaved(isChanged);
  const submit = async () => {
    if (isReady && busy === null && (await store.change(terminal.device, changes()))) onSaved();
  };
  return (
    <BesideForm title={terminal.description} onClose={() => busy === 'change' || onClose()}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <Field label={t('terminals.name')} value={name} onChange={value => set({ name: value })} maxLength={100} />
        {paired && <ConnectionFields at={connection} onChange={value => set({ connection: value })} checked />}
        <TillToggles tills={tills} chosen={chosen} onChange={value => set({ chosen: value })} />
        {paired && (
          <div className="grid justify-items-start gap-4">
            <SharedChoice value={shared} onChange={value => set({ shared: value })} />
            {features.includes('handOver') && (
              <Toggle on={handOver} text={t('terminals.handOver')} onChange={value => set({ handOver: value })} />
            )}
          </div>
        )}
        {paired && protocol.protocol === 'zvt' && (
          <PasswordField
            label={t('terminals.newPassword')}
            value={password}
            onChange={value => set({ password: value })}
          />
        )}
        {paired && (
          <MoreSettings
            isPaired
            connection={connection}
            protocol={protocol}
            models={models}
            onChange={(newConnection, newProtocol) => set({ connection: newConnection, protocol: newProtocol })}
          />
        )}
        <StatusRegion>{problem && <TerminalProblem problem={problem} />}</StatusRegion>
        <p role="status" className="text-soft">
          {busy === 'change' && t('terminals.changing')}
        </p>
        <SaveBar busy={busy !== null} disabled={!isReady} save={t('terminals.save')} />
      </Form>
    </BesideForm>
  );
}

/** The values of the form, and the changes that they make to the terminal. */
function useTerminalDraft(terminal: Terminal) {
  const [kept] = useState(() => ({
    connection: draftOf(terminal.connection),
    protocol: protocolDraftOf(terminal),
    name: terminal.description,
    password: '',
    chosen: terminal.tills.map(({ id }) => id) as readonly string[],
    shared: terminal.sharedWith,
    handOver: terminal.handOver,
  }));
  const [draft, setDraft] = useState(kept);
  const { name, password, chosen, shared, handOver } = draft;
  const connection = terminal.paired ? connectionChanges(terminal, draft.connection, draft.protocol) : {};
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(kept),
    set: (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part })),
    isReady: connection !== null && name.trim() !== '' && (password === '' || isPassword(password)),
    /** A terminal of the configuration file can only change its name and its tills. */
    changes: () => ({
      description: name.trim(),
      tills: [...chosen],
      ...(terminal.paired
        ? { ...connection, ...(shared ? { shared } : {}), handOver, ...(password ? { password } : {}) }
        : {}),
    }),
  };
}
