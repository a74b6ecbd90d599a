/**
 * Parts of the screen that the first screen does not need. Their code is in files of their own: dialogs and rare screens are loaded
 * right after the first screen is drawn, so that a payment can be finished while the bridge is away, and a page of a manager is
 * loaded when it is opened.
 */

import { type ComponentType, type FunctionComponent, use } from 'react';
import { wait } from '../app/timers.ts';

type ImportPart<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

const earlyLoads: (() => Promise<unknown>)[] = [];

/** Loads every dialog and rare screen. */
export const loadEarlyParts = (): void => void Promise.all(earlyLoads.map(load => load()));

/** A dialog or a rare screen, which is loaded early. */
export function earlyPart<Props extends object>(importPart: ImportPart<Props>): FunctionComponent<Props> {
  const load = loadedOnce(importPart);
  earlyLoads.push(load.start);
  return partOf(load);
}

/** A page, or a part of it, which is loaded when it is opened. */
export const laterPart = <Props extends object>(importPart: ImportPart<Props>): FunctionComponent<Props> =>
  partOf(loadedOnce(importPart));

interface Load<Props> {
  /** Null until the part is loaded. */
  readonly part: ComponentType<Props> | null;
  readonly start: () => Promise<ComponentType<Props>>;
}

function loadedOnce<Props>(importPart: ImportPart<Props>): Load<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const load = async () => {
    part = await untilLoaded(importPart);
    return part;
  };
  return {
    get part() {
      return part;
    },
    start() {
      loading ??= load();
      return loading;
    },
  };
}

/**
 * A part that is loaded is drawn at once. React's `lazy` would first draw the fallback, even then, and keep it for 300 ms: the first
 * dialog of each kind would come late, and the first payment would begin with an empty screen.
 */
const partOf =
  <Props extends object>(load: Load<Props>): FunctionComponent<Props> =>
  props => {
    const Part = load.part ?? use(load.start());
    return <Part {...props} />;
  };

/** How long the screen waits before it asks for the bridge again, ms. */
const RETRY_AFTER = 1000;

/**
 * Waits for the bridge first: a browser keeps a failed import and never asks for the file again. A failure that went up to React
 * would take the whole screen away, with the basket on it. A page that an update has left behind finds no file of its parts any
 * more, and loads itself anew: what is sold is kept by the bridge, and the address names the opened page.
 */
async function untilLoaded<Props>(importPart: ImportPart<Props>): Promise<ComponentType<Props>> {
  for (;;) {
    try {
      const page = await bridgePage();
      if (scripts.some(script => !page.includes(script))) location.reload();
      return (await importPart()).default;
    } catch {
      await wait(RETRY_AFTER);
    }
  }
}

/** Their names change with every build. */
const scripts = [...document.scripts].map(script => script.getAttribute('src') ?? '');

let asked: Promise<string> | null = null;

/** Rejects while the bridge is away. Parts that are loaded at the same time ask once. */
function bridgePage(): Promise<string> {
  asked ??= fetch('/', { cache: 'no-store' })
    .then(answer => answer.text())
    .finally(() => {
      asked = null;
    });
  return asked;
}
