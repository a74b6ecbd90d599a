/** The search for terminals on serial ports and in networks: its form, its progress, and the found terminals. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Found, SearchInput } from '../../../main/wire/terminals.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { Section } from '../Page.tsx';
import { type ConnectionDraft, draftOf } from './connectionDraft.ts';
import { sortedFound, subnetsOf } from './pairing.ts';
import type { TerminalsStore } from './terminalsStore.ts';

export interface SearchProps {
  readonly store: TerminalsStore;
  /** `null` opens the form with an empty address. */
  readonly onPair: (draft: ConnectionDraft | null) => void;
}

export function TerminalSearch({ store, onPair }: SearchProps) {
  const { t } = useManagerTexts();
  const search = useStore(store, state => state.search);
  const isSearched = search !== null && search.id !== null;
  return (
    <Section title={t('terminals.search')}>
      <p className="text-soft">{t('terminals.otherTills')}</p>
      {search && (
        <SearchForm
          key={search.networks.join()}
          networks={search.networks}
          ports={search.serialPorts}
          running={search.running}
          onStart={input => void store.startSearch(input)}
          onStop={() => void store.stopSearch()}
        />
      )}
      {isSearched && <Progress done={search.done} of={search.of} running={search.running} />}
      {isSearched && !search.running && search.found.length === 0 && (
        <Message tone="info">{t('terminals.searchNothing')}</Message>
      )}
      {isSearched && search.found.length > 0 && (
        <ul aria-label={t('terminals.found')} className="grid gap-2">
          {sortedFound(search.found).map(found => (
            <FoundRow key={found.endpoint} found={found} onPair={() => onPair(draftOf(found.connection))} />
          ))}
        </ul>
      )}
      <div>
        <Button look="quiet" icon="plus" onPress={() => onPair(null)}>
          {t('terminals.pairByHand')}
        </Button>
      </div>
    </Section>
  );
}

interface SearchFormProps {
  readonly networks: readonly string[];
  readonly ports: readonly string[];
  readonly running: boolean;
  readonly onStart: (input: SearchInput) => void;
  readonly onStop: () => void;
}

function SearchForm({ networks, ports, running, onStart, onStop }: SearchFormProps) {
  const { t } = useManagerTexts();
  const [serial, setSerial] = useState(ports.length > 0);
  const [subnets, setSubnets] = useState(networks.join(', '));
  const wanted = [...subnetsOf(subnets)];
  const nothing = !serial && wanted.length === 0;
  const start = () => {
    if (!running && !nothing) onStart({ ports: serial, subnets: wanted });
  };
  return (
    <Form onSubmit={start} className="grid gap-3">
      <Field
        label={t('terminals.subnets')}
        value={subnets}
        onChange={setSubnets}
        help={t('terminals.subnetsHelp')}
        maxLength={400}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Toggle on={serial} text={t('terminals.ports')} disabled={ports.length === 0} onChange={setSerial} />
        {running ? (
          <Button icon="cross" onPress={onStop}>
            {t('terminals.searchStop')}
          </Button>
        ) : (
          <Button look="primary" icon="search" disabled={nothing} onPress={start}>
            {t('terminals.searchStart')}
          </Button>
        )}
        <span className="figures text-sm text-soft">
          {ports.length === 0 ? t('terminals.portsNone') : ports.join(', ')}
        </span>
      </div>
    </Form>
  );
}

function Progress({ done, of, running }: { readonly done: number; readonly of: number; readonly running: boolean }) {
  const { t } = useManagerTexts();
  const text = t('terminals.searching', { done, of });
  return (
    <div className="grid gap-1">
      <progress
        aria-label={text}
        value={done}
        max={Math.max(1, of)}
        className="h-3 w-full appearance-none overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-action"
      />
      <p className="figures flex items-center gap-2 text-sm text-soft">
        {running && (
          <span className="animate-breathe">
            <Icon name="search" size={16} />
          </span>
        )}
        {text}
      </p>
    </div>
  );
}

const LOOKS = {
  free: { icon: 'terminal', tone: 'text-good' },
  known: { icon: 'check', tone: 'text-soft' },
  held: { icon: 'off', tone: 'text-warn' },
} as const satisfies Record<Found['state'], { icon: IconName; tone: string }>;

function FoundRow({ found, onPair }: { readonly found: Found; readonly onPair: () => void }) {
  const { t } = useManagerTexts();
  const { endpoint, state, terminalId, software, holder } = found;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 well px-3 py-2">
      <span className={`flex w-full items-center gap-2 font-semibold sm:w-40 ${LOOKS[state].tone}`}>
        <Icon name={LOOKS[state].icon} />
        {t(`terminals.found.${state}`)}
      </span>
      <span className="figures min-w-0 flex-1 break-all">
        <span className="block font-medium">{endpoint}</span>
        <span className="block text-sm text-soft">
          {[terminalId && `${t('terminals.tid')} ${terminalId}`, software].filter(Boolean).join(' · ')}
        </span>
        {holder !== null && <span className="block text-sm">{t('terminals.holder', { holder })}</span>}
      </span>
      {state === 'free' && (
        <Button look="primary" label={t('terminals.pairThis', { endpoint })} onPress={onPair}>
          {t('terminals.pair')}
        </Button>
      )}
    </li>
  );
}
