/** This till's terminal, when it can do something; asked when the screen that needs it is opened. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { problemOf } from '../bridge/problem.ts';

/** SDV_… of the terminal, null where there is none that has this feature, or before the bridge has told. */
export function useTerminalWithFeature(feature: string): string | null {
  const { client, lights } = useApp();
  const own = useStore(lights, state => state.terminal?.device ?? null);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => {
    if (own === null) return;
    let left = false;
    client.terminals().then(({ data }) => {
      const can = data.some(terminal => terminal.device === own && terminal.features.includes(feature));
      if (!left) setDevice(can ? own : null);
    }, problemOf);
    return () => {
      left = true;
    };
  }, [client, own, feature]);
  return device;
}
