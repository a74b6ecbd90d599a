/** Searches the networks and serial ports of this machine for terminals. */

import { useState } from 'react';
import type { Found, SearchAnswer } from '../../main/wire/terminals.ts';
import { useChange } from '../data/useChange.ts';
import { useResource } from '../data/useResource.ts';
import { sortedFound } from '../manager/terminals/pairing.ts';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { useSetupTexts } from '../texts/pages/setup.ts';
import type { SetupClient } from './setupClient.ts';

interface TerminalFinderProps {
  readonly client: SetupClient;
  readonly onChoose: (found: Found) => void;
}

/** Milliseconds between two looks at a running search. */
const PACE = 500;

export function TerminalFinder({ client, onChoose }: TerminalFinderProps) {
  const { t, problem: textOf } = useSetupTexts();
  const { search, problem, start, stop } = useSearch(client);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {search?.running ? (
          <Button icon="cross" onPress={() => void stop()}>
            {t('setup.terminal.stop')}
          </Button>
        ) : (
          <Button icon="search" onPress={() => void start()}>
            {t('setup.terminal.search')}
          </Button>
        )}
        <span role="status" className="figures text-sm text-soft">
          {search?.running && t('setup.terminal.searching', { done: search.done, of: search.of })}
        </span>
      </div>
      {problem && <Message tone="error">{textOf(problem)}</Message>}
      {search?.id != null && !search.running && search.found.length === 0 && (
        <Message tone="info">{t('setup.terminal.nothing')}</Message>
      )}
      <ul className="grid gap-2">
        {sortedFound(search?.found ?? []).map(found => (
          <li
            key={found.endpoint}
            className="flex flex-wrap items-center gap-3 rounded-control border border-line px-3 py-1"
          >
            <span className="figures min-w-0 flex-1 break-all">
              {[found.endpoint, found.terminalId && `TID ${found.terminalId}`, found.holder]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {found.state === 'free' && (
              <Button label={t('setup.terminal.use', { endpoint: found.endpoint })} onPress={() => onChoose(found)}>
                {t('setup.terminal.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useSearch(client: SetupClient) {
  const [search, setSearch] = useState<SearchAnswer | null>(null);
  const { problem, run } = useChange();
  const isRunning = search?.running === true;
  const look = useResource(isRunning ? 'search' : null, async () => setSearch(await client.search()), PACE);
  const trying = (call: () => Promise<void>) =>
    run(async () => {
      await call();
      setSearch(await client.search());
    });
  return {
    search,
    problem: problem ?? look.problem,
    start: () =>
      trying(async () => {
        const { networks, serialPorts } = await client.search();
        await client.startSearch({ ports: serialPorts.length > 0, subnets: networks });
      }),
    stop: () => trying(client.stopSearch),
  };
}
