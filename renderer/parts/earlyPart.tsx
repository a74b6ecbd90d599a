/**
 * Dialogs and rare screens: parts that the first screen does not need. Their code is a file of its own, which is loaded right after
 * the first screen is drawn, so that a payment can be finished while the bridge is away.
 */

import { type ComponentType, type FunctionComponent, use } from 'react';

interface PartModule<Props> {
  readonly default: ComponentType<Props>;
}

const loads: (() => Promise<unknown>)[] = [];

/** Loads every early part. A part that fails is loaded when it is wanted. */
export const loadEarlyParts = (): void => void Promise.allSettled(loads.map(load => load()));

/**
 * A part that is drawn at once where it is loaded. React's `lazy` would first draw the fallback, even then, and keep it for 300 ms:
 * the first dialog of each kind would come late, and the first payment would begin with an empty screen.
 */
export function earlyPart<Props extends object>(
  importPart: () => Promise<PartModule<Props>>,
): FunctionComponent<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const load = () => {
    loading ??= importPart().then(
      loaded => {
        part = loaded.default;
        return part;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  loads.push(load);
  return props => {
    const Part = part ?? use(load());
    return <Part {...props} />;
  };
}
