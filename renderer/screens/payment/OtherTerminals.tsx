/**
 * After a payment that failed: the same by another terminal of the shop, for this payment only. Stands last, because it
 * comes late and must push no button away.
 */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { useTexts } from '../../texts/context.tsx';

export function OtherTerminals() {
  const { checkout } = useApp();
  const { t } = useTexts();
  const others = useOtherTerminals();
  if (others.length === 0) return null;
  return (
    <section aria-label={t('declined.otherTerminal')}>
      <h2 className="mb-2 font-semibold">{t('declined.otherTerminal')}</h2>
      <div className="flex flex-wrap gap-2">
        {others.map(({ device, description }) => (
          <Button key={device} size="tender" icon="terminal" onPress={() => void checkout.payAt(device)}>
            {description}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Those that are ready for a payment, but the one of this till; told anew when one of them comes or goes. */
function useOtherTerminals(): readonly Terminal[] {
  const { client, listen, lights } = useApp();
  const own = useStore(lights, state => state.terminal?.device ?? null);
  const [terminals, setTerminals] = useState<readonly Terminal[]>([]);
  useEffect(() => {
    let left = false;
    const load = () =>
      client.terminals().then(({ data }) => {
        if (!left) setTerminals(data);
      }, problemOf);
    void load();
    const forget = listen(({ name }) => {
      if (name === 'terminal') void load();
    });
    return () => {
      left = true;
      forget();
    };
  }, [client, listen]);
  return terminals.filter(
    ({ device, state, features, condition }) =>
      device !== own && state === 'ready' && !condition?.blocks && features.includes('pay'),
  );
}
