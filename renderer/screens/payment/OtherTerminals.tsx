/**
 * Other terminals of the shop for the same payment after a failure. They are the last part of the screen, because they are
 * loaded late and must not move any button.
 */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { usePaymentTexts } from '../../texts/pages/payment.ts';

export function OtherTerminals() {
  const { checkout } = useApp();
  const { t } = usePaymentTexts();
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

/** Ready terminals without the terminal of this till, loaded again when the state of a terminal changes. */
function useOtherTerminals(): readonly Terminal[] {
  const { client, listen, lights } = useApp();
  const ownTerminal = useStore(lights, state => state.terminal?.device ?? null);
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
      device !== ownTerminal && state === 'ready' && !condition?.blocks && features.includes('pay'),
  );
}
