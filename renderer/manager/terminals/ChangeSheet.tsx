/** Changing what a terminal is called and who uses it, and taking it out of use. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { Button } from '../../parts/Button.tsx';
import { Sure } from '../../parts/Confirmation.tsx';
import { Message, Said } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useManagerWords } from '../../texts/manager/texts.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Tick } from '../form/Toggle.tsx';
import { Place } from './ConnectionFields.tsx';
import { draftOf, moreOf, wayChanges } from './connectionDraft.ts';
import { MoreSettings } from './MoreSettings.tsx';
import { isPassword } from './pairing.ts';
import { SharedChoice } from './SharedChoice.tsx';
import { Refused } from './TerminalProblem.tsx';
import { TillTicks } from './TillToggles.tsx';
import type { TerminalsStore } from './terminalsStore.ts';

export interface TerminalSheetProps {
  readonly terminal: Terminal;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
}

export function ChangeSheet({ terminal, store, onClose }: TerminalSheetProps) {
  const { t } = useManagerWords();
  const { tills, models, busy, problem } = useStore(store);
  const [at, setAt] = useState(() => draftOf(terminal.connection));
  const [more, setMore] = useState(() => moreOf(terminal));
  const [name, setName] = useState(terminal.description);
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(terminal.tills.map(({ id }) => id));
  const [shared, setShared] = useState(terminal.sharedWith);
  const [handOver, setHandOver] = useState(terminal.handOver);
  const way = terminal.paired ? wayChanges(terminal, at, more) : {};
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
        <Said>{problem && <Refused problem={problem} />}</Said>
        <Field label={t('terminals.name')} value={name} onChange={setName} maxLength={100} />
        {terminal.paired && <Place at={at} onChange={setAt} />}
        <TillTicks tills={tills} chosen={chosen} onChange={setChosen} />
        {terminal.paired && (
          <div className="grid justify-items-start gap-4">
            <SharedChoice value={shared} onChange={setShared} />
            {terminal.features.includes('handOver') && (
              <Tick on={handOver} text={t('terminals.handOver')} onChange={setHandOver} />
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
  const { t, problem: textOf } = useManagerWords();
  const { busy, problem } = useStore(store);
  const remove = async () => {
    if (await store.remove(terminal.device)) onClose();
  };
  return (
    <Sheet title={t('terminals.remove')} closeLabel={t('common.close')} onClose={() => busy === 'remove' || onClose()}>
      <div className="grid gap-4">
        <Said>{problem && <Message tone="error">{textOf(problem)}</Message>}</Said>
        <Sure
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
