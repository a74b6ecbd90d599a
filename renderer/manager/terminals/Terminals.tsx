/** The page of the terminals: their state and features, the search, and the forms to pair, change, remove and ask one. */

import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Fact, Message } from '../../parts/Panel.tsx';
import ConditionMessage from '../../screens/payment/ConditionMessage.tsx';
import { type ManagerTextKey, useManagerTexts } from '../../texts/pages/manager.ts';
import { createManagerClient } from '../client.ts';
import { offeredKinds } from '../operations/operationDraft.ts';
import { Page, PageProblem } from '../Page.tsx';
import { Remove } from '../Remove.tsx';
import { Act, type StepRow, Steps } from '../Steps.tsx';
import { saveFile } from '../saveFile.ts';
import { useGuard } from '../unsaved.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { type ConnectionDraft, emptyDraft, type Model } from './connectionDraft.ts';
import { featureTexts } from './featureTexts.ts';
import { modelText } from './modelText.ts';
import { optionTexts } from './optionTexts.ts';
import { PairForm } from './PairForm.tsx';
import { tasksOf } from './pairing.ts';
import { SharedQuestion } from './SharedChoice.tsx';
import { Tasks } from './Tasks.tsx';
import { TerminalSearch } from './TerminalSearch.tsx';
import { TerminalsStore } from './terminalsStore.ts';

type OpenForm =
  | { readonly form: 'change' | 'tasks'; readonly terminal: Terminal }
  | { readonly form: 'pair'; readonly draft: ConnectionDraft };

export default function Terminals() {
  const { client, listen } = useApp();
  const { t } = useManagerTexts();
  const [store] = useState(() => new TerminalsStore(createManagerClient(client.ask)));
  useEffect(() => {
    void store.open();
    return listen(event => store.onEvent(event));
  }, [store, listen]);
  return (
    <Page title={t('terminals.title')}>
      <Content store={store} />
    </Page>
  );
}

function Content({ store }: { readonly store: TerminalsStore }) {
  const { t } = useManagerTexts();
  const [open, setOpen] = useState<OpenForm | null>(null);
  const { leave } = useGuard();
  const { terminals, models, search, problem } = useStore(store);
  const replace = (next: OpenForm | null) => {
    // The answers of a form are not shown in the next one.
    store.forget();
    setOpen(next);
  };
  const show = (next: OpenForm | null) => leave(() => replace(next));
  const form = open && (
    <OpenedForm open={open} store={store} onClose={() => show(null)} onSaved={() => replace(null)} />
  );
  return (
    <>
      <PageProblem problem={open ? null : problem} onAgain={() => void store.open()} />
      {terminals === null && !problem && <p className="text-soft">{t('manager.loading')}</p>}
      {terminals?.length === 0 && (form || <p className="text-soft">{t('manager.noTerminal')}</p>)}
      {terminals && terminals.length > 0 && (
        <KnownTerminals
          terminals={terminals}
          form={form}
          isNew={open?.form === 'pair'}
          onChoose={go =>
            leave(() => {
              if (open) replace(null);
              go();
            })
          }
        >
          {terminal => (
            <TerminalDetail
              key={terminal.device}
              terminal={terminal}
              store={store}
              models={models}
              onOpen={form => show({ form, terminal })}
              onTrace={() => saveTrace(store, terminal)}
            />
          )}
        </KnownTerminals>
      )}
      {/* Only when everything is loaded, so that no late part moves the buttons away under the finger. */}
      {(search || problem) && (
        <div className={form ? 'max-lg:hidden' : ''}>
          <TerminalSearch store={store} onPair={draft => show({ form: 'pair', draft: draft ?? emptyDraft })} />
        </div>
      )}
    </>
  );
}

interface KnownTerminalsProps {
  readonly terminals: readonly Terminal[];
  readonly form: ReactNode;
  /** The form pairs a terminal that is not in the list. */
  readonly isNew: boolean;
  /** Goes to another terminal, where nothing unsaved keeps somebody here. */
  readonly onChoose: (go: () => void) => void;
  readonly children: (chosen: Terminal) => ReactNode;
}

/** The terminals with their states. The one of the address is chosen, or else the first that needs somebody. */
function KnownTerminals({ terminals, form, isNew, onChoose, children }: KnownTerminalsProps) {
  const { managerPage } = useApp();
  const { t, time } = useManagerTexts();
  const named = useStore(managerPage, ({ device }) => device);
  const [first] = useState(() => (terminals.find(one => lookOf(one).tone === 'bad') ?? terminals[0])?.device);
  const chosen =
    terminals.find(({ device }) => device === named) ??
    terminals.find(({ device }) => device === first) ??
    terminals[0];
  if (!chosen) return null;
  return (
    <Steps
      label={t('terminals.known')}
      steps={terminals.map(terminal => ({
        id: terminal.device,
        title: terminal.description,
        state: t(lookOf(terminal) === BLOCKED ? 'terminals.blocked' : `terminals.state.${terminal.state}`),
        note: t('terminals.since', { time: time(terminal.since) }),
        ...lookOf(terminal),
      }))}
      chosen={isNew ? null : chosen.device}
      onChoose={device => onChoose(() => managerPage.go('terminals', device))}
      form={form}
    >
      {children(chosen)}
    </Steps>
  );
}

/** Saves the messages between terminal and till as a text file. */
async function saveTrace(store: TerminalsStore, { device, terminalId }: Terminal): Promise<void> {
  const text = await store.trace(device);
  if (text !== null)
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `terminal-${terminalId ?? device}.txt`);
}

interface OpenedProps {
  readonly open: OpenForm;
  readonly store: TerminalsStore;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function OpenedForm({ open, store, onClose, onSaved }: OpenedProps) {
  if (open.form === 'pair')
    return (
      <PairForm
        key={JSON.stringify(open.draft)}
        draft={open.draft}
        store={store}
        onClose={onClose}
        onPaired={onSaved}
      />
    );
  const { terminal } = open;
  const of = { terminal, store, onClose };
  return open.form === 'change' ? (
    <ChangeForm key={terminal.device} {...of} onSaved={onSaved} />
  ) : (
    <Tasks key={terminal.device} {...of} />
  );
}

const STATES = {
  offline: { icon: 'off', tone: 'bad' },
  connecting: { icon: 'clock', tone: 'warn' },
  ready: { icon: 'check', tone: 'good' },
  busy: { icon: 'clock', tone: 'warn' },
  closed: { icon: 'off', tone: 'soft' },
} as const satisfies Record<Terminal['state'], Pick<StepRow<string>, 'icon' | 'tone'>>;

const BLOCKED = { icon: 'alert', tone: 'bad' } as const;

const lookOf = ({ state, condition }: Terminal) => (state === 'ready' && condition?.blocks ? BLOCKED : STATES[state]);

interface TerminalDetailProps {
  readonly terminal: Terminal;
  readonly store: TerminalsStore;
  readonly models: readonly Model[];
  readonly onOpen: (sheet: 'change' | 'tasks') => void;
  readonly onTrace: () => void;
}

function TerminalDetail({ terminal, store, models, onOpen, onTrace }: TerminalDetailProps) {
  const { managerPage, session } = useApp();
  const mayOperate = useStore(session, ({ user }) => mayOpen(user, 'operations'));
  const texts = useManagerTexts();
  const { t } = texts;
  const { device, description, features, options, tills, paired, condition, sharedWith } = terminal;
  const isBusy = useStore(store, ({ busy }) => busy !== null);
  return (
    <Act title={description}>
      <TerminalTrouble terminal={terminal} />
      {condition && <ConditionMessage device={device} condition={condition} />}
      {sharedWith === null && <SharedQuestion terminal={terminal} store={store} isBusy={isBusy} />}
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        <Fact name={t('terminals.endpoint')}>{terminal.endpoint}</Fact>
        <Fact name={t('terminals.profile')}>{modelText(terminal.profile, models, texts)}</Fact>
        <Fact name={t('terminals.tid')}>{terminal.terminalId ?? '–'}</Fact>
        <Fact name={t('terminals.software')}>{terminal.software ?? '–'}</Fact>
        <Fact name={t('terminals.tills')}>
          {tills.map(till => till.description).join(', ') || t('terminals.noTills')}
        </Fact>
        {sharedWith !== null && <Fact name={t('terminals.shared')}>{t(`terminals.shared.${sharedWith}`)}</Fact>}
        {Object.keys(options).length > 0 && (
          <Fact name={t('terminals.options')}>{optionTexts(options, texts).join(', ')}</Fact>
        )}
      </dl>
      <p>
        <span className="text-soft">{t('terminals.can')}: </span>
        {featureTexts(features, texts).join(', ')}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayOperate && offeredKinds(features).length > 0 && (
          <Button onPress={() => managerPage.go('operations', terminal.device)}>{t('operations.open')}</Button>
        )}
        {tasksOf(features).length > 0 && <Button onPress={() => onOpen('tasks')}>{t('terminals.tasks')}</Button>}
        <Button onPress={() => onOpen('change')}>{t(paired ? 'terminals.change' : 'terminals.nameAndTills')}</Button>
        <Button onPress={onTrace}>{t('terminals.trace')}</Button>
      </div>
      {paired && (
        <Remove
          act="remove"
          name={description}
          note={t('terminals.removeNote')}
          change={{ busy: isBusy, problem: null }}
          onRemove={() => void store.remove(device)}
        />
      )}
      {!paired && <p className="text-sm text-soft">{t('terminals.fromFile')}</p>}
    </Act>
  );
}

/** Reason why the terminal cannot be used now, and what to do about it. */
function TerminalTrouble({ terminal: { state, code, holder, connection } }: { readonly terminal: Terminal }) {
  const { t } = useManagerTexts();
  if (holder !== null)
    return (
      <Message tone="warn">
        <span className="block">{t('terminals.holder', { holder })}</span>
        <span className="block font-normal">{t('terminals.holderHelp')}</span>
      </Message>
    );
  if (state === 'ready' || state === 'busy' || code === null || !Object.hasOwn(CURES, code)) return null;
  return <Message tone="warn">{t(code === 'unreachable' ? unreachableText(connection) : CURES[code]!)}</Message>;
}

/** Adapters without a serial number, and terminals that connect to the till, need another advice than the cable. */
function unreachableText(connection: Terminal['connection']): ManagerTextKey {
  if (connection.type === 'tcpListen') return 'terminals.why.caller';
  const isNameless = connection.type === 'serial' && connection.device && !connection.device.serialNumber;
  return isNameless ? 'terminals.why.adapter' : 'terminals.why.unreachable';
}

const CURES: Readonly<Record<string, ManagerTextKey>> = {
  unreachable: 'terminals.why.unreachable',
  silent: 'terminals.why.silent',
  lineLost: 'terminals.why.lineLost',
  refused: 'terminals.why.refused',
  portTaken: 'terminals.why.portTaken',
  virtual: 'terminals.why.virtual',
};
