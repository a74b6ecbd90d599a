/** Changing what a terminal is called and who uses it, and taking it out of use. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useManagerTexts } from '../../texts/manager/texts.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Toggle } from '../form/Toggle.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { connectionChanges, draftOf, protocolDraftOf } from './connectionDraft.ts';
import { MoreSettings } from './MoreSettings.tsx';
import { isPassword } from './pairing.ts';
import { SharedChoice } from './SharedChoice.tsx';
import { TerminalProblem } from './TerminalProblem.tsx';
import { TillToggles } from './TillToggles.tsx';
import type { TerminalsStore } from './terminalsStore.ts';

export interface TerminalSheetProps {
  readonly terminal: Terminal;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
}

export function ChangeSheet({ terminal, store, onClose }: TerminalSheetProps) {
  const { t } = useManagerTexts();
  const { tills, models, busy, problem } = useStore(store);
  const [at, setAt] = useState(() => draftOf(terminal.connection));
  const [more, setMore] = useState(() => protocolDraftOf(terminal));
  const [name, setName] = useState(terminal.description);
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(terminal.tills.map(({ id }) => id));
  const [shared, setShared] = useState(terminal.sharedWith);
  const [handOver, setHandOver] = useState(terminal.handOver);
  const way = terminal.paired ? connectionChanges(terminal, at, more) : {};
  const ready = way !== null && name.trim() !== '' && (password === '' || isPassword(password));
  const submit = async () => {
    if (!ready || busy !== null) return;
    const use = terminal.paired
      ? { ...way, ...(shared ? { shared } : {}), handOver, ...(password ? { password } : {}) }
      : {};
    const changes = { description: name.trim(), tills: [...chosen], ...use };
    if (await store.change(terminal.device, changes)) onClose();
  };
  return (
    <Sheet title={terminal.description} closeLabel={t('common.close')} onClose={() => busy === 'change' || onClose()}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <StatusRegion>{problem && <TerminalProblem problem={problem} />}</StatusRegion>
        <Field label={t('terminals.name')} value={name} onChange={setName} maxLength={100} />
        {terminal.paired && <ConnectionFields at={at} onChange={setAt} />}
        <TillToggles tills={tills} chosen={chosen} onChange={setChosen} />
        {terminal.paired && (
          <div className="grid justify-items-start gap-4">
            <SharedChoice value={shared} onChange={setShared} />
            {terminal.features.includes('handOver') && (
              <Toggle on={handOver} text={t('terminals.handOver')} onChange={setHandOver} />
            )}
          </div>
        )}
        {terminal.paired && more.protocol === 'zvt' && (
          <Field
            label={t('terminals.newPassword')}
            type="password"
            numeric
            value={password}
            onChange={text => setPassword(text.replace(/\D/g, ''))}
            maxLength={6}
          />
        )}
        {terminal.paired && (
          <MoreSettings
            isPaired
            at={at}
            more={more}
            models={models}
            onChange={(place, settings) => {
              setAt(place);
              setMore(settings);
            }}
          />
        )}
        <p role="status" className="text-soft">
          {busy === 'change' && t('terminals.changing')}
        </p>
        <Button
          look="primary"
          size="tall"
          hint="Enter"
          disabled={!ready}
          busy={busy !== null}
          onPress={() => void submit()}
        >
          {t('terminals.save')}
        </Button>
      </Form>
    </Sheet>
  );
}

export function RemoveSheet({ terminal, store, onClose }: TerminalSheetProps) {
  const { t, problem: textOf } = useManagerTexts();
  const { busy, problem } = useStore(store);
  const remove = async () => {
    if (await store.remove(terminal.device)) onClose();
  };
  return (
    <Sheet title={t('terminals.remove')} closeLabel={t('common.close')} onClose={() => busy === 'remove' || onClose()}>
      <div className="grid gap-4">
        <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
        <Confirmation
          danger
          icon="trash"
          text={t('terminals.removeSure', { name: terminal.description })}
          no={t('terminals.removeNo')}
          yes={t('terminals.removeYes')}
          busy={busy !== null}
          onNo={onClose}
          onYes={() => void remove()}
        />
      </div>
    </Sheet>
  );
}
