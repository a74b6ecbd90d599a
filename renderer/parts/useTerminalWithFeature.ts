/** Loads whether this till's terminal has a feature, when a screen that needs the feature opens. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { problemOf } from '../bridge/problem.ts';

/** Id (SDV_…) of the terminal; null without this feature, or before the bridge has answered. */
export function useTerminalWithFeature(feature: string): string | null {
  const { client, lights } = useApp();
  const ownTerminal = useStore(lights, state => state.terminal?.device ?? null);
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => {
    if (ownTerminal === null) return;
    let left = false;
    client.terminals().then(({ data }) => {
      const can = data.some(terminal => terminal.device === ownTerminal && terminal.features.includes(feature));
      if (!left) setDevice(can ? ownTerminal : null);
    }, problemOf);
    return () => {
      left = true;
    };
  }, [client, ownTerminal, feature]);
  return device;
}
