/** The page for money at the terminal without a sale: hold, book and release an amount, refund, reverse, tip; and the earlier operations. */

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Operation } from '../../../main/wire/operations.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { wasDeclined } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { isOutcomeUnknown } from '../../stores/paymentState.ts';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { createManagerClient } from '../client.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { OperationForm, type OperationFormProps } from './OperationForm.tsx';
import { OperationResult } from './OperationResult.tsx';
import { type OperationDraft, offeredKinds } from './operationDraft.ts';
import { amountOf, OPERATION_STATES } from './operationStates.ts';
import { OperationsStore } from './operationsStore.ts';
import { PreAuthorisations } from './PreAuthorisations.tsx';

const stores = new WeakMap<BridgeClient, OperationsStore>();

/** One store for the whole program: an operation continues while the screen of the payment replaces this page. */
function storeOf(client: BridgeClient): OperationsStore {
  const store = stores.get(client) ?? new OperationsStore(createManagerClient(client.ask));
  stores.set(client, store);
  return store;
}

export default function Operations() {
  const { t } = useManagerTexts();
  const store = useOperationsStore();
  const { terminals, device, list, running, shown, refusal, problem: loadProblem } = useStore(store);
  const [drafted, setDrafted] = useState<{ readonly device: string; readonly draft: OperationDraft } | null>(null);
  // A receipt number is only valid at its own terminal.
  const draft = drafted && drafted.device === device ? drafted.draft : null;
  const terminal = terminals?.find(one => one.device === device);
  const operation = list?.find(({ id }) => id === shown);
  // The shown operation itself says that the terminal declined.
  const problem = operation && wasDeclined(refusal) ? loadProblem : (refusal ?? loadProblem);
  const problemRegion = useFocusOn(problem !== null && !operation && running === null);
  const begin = (next: OperationDraft | null) => {
    store.show(null);
    setDrafted(next && device !== null ? { device, draft: next } : null);
  };
  return (
    <Page title={t('operations.title')}>
      <PageProblem ref={problemRegion} problem={problem} onAgain={() => void store.open(device)}>
        {problem?.kind === 'unreachable' && <span className="block font-normal">{t('operations.lost')}</span>}
      </PageProblem>
      {terminals && terminals.length > 1 && (
        <Choice
          label={t('manager.terminal')}
          value={device ?? ''}
          options={terminals.map(one => ({ value: one.device, text: one.description }))}
          onChange={value => void store.open(value)}
        />
      )}
      {terminals?.length === 0 && <Message tone="warn">{t('manager.noTerminal')}</Message>}
      {terminals === null && !problem && <p className="text-soft">{t('manager.loading')}</p>}
      <Progress device={device} isRunning={running !== null} />
      {operation && <OperationResult key={operation.id} operation={operation} onDraft={begin} />}
      {terminal && list && !running && (
        <NewOperation
          terminal={terminal}
          draft={draft}
          onDraft={begin}
          onCancel={() => setDrafted(null)}
          onRun={input => {
            setDrafted(null);
            void store.run(terminal.device, input);
          }}
        />
      )}
      {terminal?.features.includes('preAuthorisation') && <PreAuthorisations store={store} onDraft={begin} />}
      {list && <PastOperations list={list} shown={shown} onShow={id => store.show(id)} />}
    </Page>
  );
}

/** Opens the store for the terminal of the page, and keeps the store up to date while the page is open. */
function useOperationsStore(): OperationsStore {
  const { client, till, managerPage, listen } = useApp();
  const store = storeOf(client);
  useEffect(() => {
    // After the screen of the payment the page opens the terminal that was chosen before.
    const chosen = store.getState().device ?? managerPage.getState().device;
    void store.open(chosen, till.getState().device?.id ?? null);
    const stop = listen(event => store.onEvent(event));
    return () => {
      stop();
      if (managerPage.getState().page !== 'operations') store.forget();
    };
  }, [store, till, managerPage, listen]);
  return store;
}

/** Focuses an element when `isNeeded` becomes true: the focused form is gone, and no result takes the focus. */
function useFocusOn(isNeeded: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNeeded) element.current?.focus();
  }, [isNeeded]);
  return element;
}

interface NewOperationProps extends Omit<OperationFormProps, 'draft' | 'features'> {
  readonly terminal: Terminal;
  readonly draft: OperationDraft | null;
  readonly onDraft: (draft: OperationDraft) => void;
}

function NewOperation({ terminal: { features }, draft, onDraft, onRun, onCancel }: NewOperationProps) {
  const { t } = useManagerTexts();
  const kinds = offeredKinds(features);
  return (
    <Section title={t('operations.new')}>
      {kinds.length === 0 && <p className="text-soft">{t('operations.cannot')}</p>}
      <div className="flex flex-wrap gap-2">
        {kinds.map(kind => (
          <Button key={kind} size="tall" pressed={draft?.kind === kind} onPress={() => onDraft({ kind, about: null })}>
            {t(`operations.kind.${kind}`)}
          </Button>
        ))}
      </div>
      {draft && (
        <OperationForm
          key={`${draft.kind} ${draft.about?.receipt} ${draft.part}`}
          draft={draft}
          features={features}
          onCancel={onCancel}
          onRun={onRun}
        />
      )}
    </Section>
  );
}

/** Shows that an operation runs, or that its outcome is unknown: then a button opens its details, and no second try is offered. */
function Progress({ device, isRunning }: { readonly device: string | null; readonly isRunning: boolean }) {
  const { openPayments, checkout } = useApp();
  const { t } = useManagerTexts();
  const unclear = useStore(openPayments, ({ list }) =>
    list.find(one => one.operation !== null && one.device === device && isOutcomeUnknown(one)),
  );
  return (
    <div role="status">
      {unclear && (
        <Message
          tone="warn"
          action={<Button onPress={() => checkout.openPayments.open(unclear)}>{t('operations.showUnclear')}</Button>}
        >
          <span className="block">{t('operations.unclear')}</span>
          <span className="block font-normal">{t('operations.unclearHelp')}</span>
        </Message>
      )}
      {isRunning && !unclear && <Message tone="info">{t('operations.running')}</Message>}
    </div>
  );
}

interface PastProps {
  readonly list: readonly Operation[];
  readonly shown: string | null;
  readonly onShow: (id: string) => void;
}

function PastOperations({ list, shown, onShow }: PastProps) {
  const texts = useManagerTexts();
  const { t, moment } = texts;
  return (
    <Section title={t('operations.past')}>
      {list.length === 0 && <p className="text-soft">{t('operations.noPast')}</p>}
      <ul className="grid gap-2">
        {list.map(operation => (
          <li key={operation.id}>
            <Button
              className="w-full flex-wrap justify-start gap-x-4 gap-y-0 py-2 text-start"
              pressed={operation.id === shown}
              onPress={() => onShow(operation.id)}
            >
              <span
                className={`flex min-w-44 items-center gap-2 font-semibold ${OPERATION_STATES[operation.state].tone}`}
              >
                <Icon name={OPERATION_STATES[operation.state].icon} />
                {t(`operations.state.${operation.state}`)}
              </span>
              <span className="min-w-40 flex-1">{t(`operations.kind.${operation.do}`)}</span>
              <span className="figures text-sm text-soft">{moment(Date.parse(operation.started))}</span>
              <span className="figures font-semibold">{amountOf(operation, texts)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
