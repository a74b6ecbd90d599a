/** The registry of open terminals: each stands for a device, with its connection state and condition. */
import type { PaymentTerminal, Reason, TerminalState } from '../../../drivers/index.ts';
import { countsAsShared, sharingOf } from '../../domain/terminalSharing.ts';
import type { TerminalView } from '../../wire/events.ts';
import type { TerminalCondition } from '../../wire/terminals.ts';
import type { Config } from '../../world/config.ts';
import type { TerminalSlot } from '../../world/devices.ts';

/** The settings of a terminal, from the configuration or from pairing. */
export type TerminalSettings = Config['terminals'][number];

/** The device that a terminal stands for. */
export interface Place {
  readonly id: string;
  readonly merchant: string;
  readonly description: string;
}

export interface OpenTerminal extends TerminalSlot {
  readonly merchant: string;
  readonly settings: TerminalSettings;
  /** False: the terminal is in the configuration. */
  readonly paired: boolean;
  readonly software: string | null;
  readonly state: TerminalState;
  /** Of `state`, milliseconds since 1970. */
  readonly since: number;
  /** The reason why it is offline. */
  readonly reason: Reason | null;
  /** The TID as the terminal reported it. */
  readonly terminalId: string | null;
  /** The condition that the terminal reported of itself; null while it is well. */
  readonly condition: TerminalCondition | null;
}

/** The known facts of a terminal beside its connection. */
export type TerminalDetails = Pick<OpenTerminal, 'settings' | 'paired' | 'software' | 'terminalId'>;

export interface Registry {
  slot(device: string): OpenTerminal | null;
  all(): readonly OpenTerminal[];
  /** By the id of its device, or by the TID it reported. */
  named(merchant: string, name: string): OpenTerminal | null;
  view(device: string): TerminalView | null;
  /** From now on this terminal takes the payments of the device, in the place of the previous terminal. */
  add(place: Place, terminal: PaymentTerminal, known: TerminalDetails): OpenTerminal;
  /** Changes how the terminal of this device is used; its line stays open. */
  use(device: string, settings: TerminalSettings): void;
  /** Closes the line; the terminal keeps its place until another terminal is added, and runs no command there. */
  shut(device: string): Promise<void>;
  /** Closes the line; the device has no terminal any more. */
  remove(device: string): Promise<void>;
  /** Connects and registers, which gives the TID. */
  register(device: string): Promise<void>;
  /** The listener is called with every terminal: with those that are open already, and whenever another one is added. */
  onAdded(listener: (slot: OpenTerminal) => void): void;
  close(): Promise<void>;
}

/** Called at every change of state. */
export type StateListener = (place: Place, view: TerminalView, isOnline: boolean) => void;

const ANSWERS: ReadonlySet<TerminalState> = new Set(['ready', 'busy']);
export const isOnline = (state: TerminalState | undefined): boolean => state !== undefined && ANSWERS.has(state);

interface Entry {
  readonly place: Place;
  readonly terminal: PaymentTerminal;
  readonly known: TerminalDetails;
  readonly forget: () => void;
  readonly since: number;
  readonly reason: Reason | null;
  readonly terminalId: string | null;
  readonly condition: TerminalCondition | null;
}

export function createRegistry(tell: StateListener): Registry {
  const entries = new Map<string, Entry>();
  const listeners: ((slot: OpenTerminal) => void)[] = [];

  function change(device: string, changes: Partial<Entry>): void {
    const entry = entries.get(device);
    if (!entry) return;
    const next = { ...entry, ...changes };
    entries.set(device, next);
    tell(next.place, viewOf(next), isOnline(next.terminal.state));
  }

  const all = () => [...entries.values()].map(entry => opened(entry)!);

  return {
    slot: device => opened(entries.get(device)),
    all,
    named: (merchant, name) =>
      all().find(one => one.merchant === merchant && (one.device === name || one.terminalId === name)) ?? null,
    view(device) {
      const entry = entries.get(device);
      return entry ? viewOf(entry) : null;
    },
    add(place, terminal, known) {
      const forgetState = terminal.onState((_state, reason) =>
        change(place.id, { since: Date.now(), reason: reason ?? null }),
      );
      const forgetCondition = terminal.onCondition(() => change(place.id, { condition: conditionOf(terminal) }));
      const forget = () => {
        forgetState();
        forgetCondition();
      };
      entries.get(place.id)?.forget();
      const { terminalId } = known;
      const condition = conditionOf(terminal);
      entries.set(place.id, { place, terminal, known, forget, since: Date.now(), reason: null, terminalId, condition });
      change(place.id, {});
      const slot = opened(entries.get(place.id))!;
      for (const listener of listeners) listener(slot);
      return slot;
    },
    use(device, settings) {
      const entry = entries.get(device);
      if (entry) change(device, { known: { ...entry.known, settings } });
    },
    shut: async device => entries.get(device)?.terminal.close(),
    async remove(device) {
      const entry = entries.get(device);
      entries.delete(device);
      entry?.forget();
      if (entry) tell(entry.place, { ...viewOf(entry), state: 'closed', since: Date.now() }, false);
      await entry?.terminal.close();
    },
    async register(device) {
      const registered = await entries.get(device)?.terminal.register();
      if (registered?.ok && registered.terminalId) change(device, { terminalId: registered.terminalId });
    },
    onAdded(listener) {
      listeners.push(listener);
      for (const slot of all()) listener(slot);
    },
    async close() {
      await Promise.all([...entries.values()].map(({ terminal }) => terminal.close()));
    },
  };
}

function opened(entry: Entry | undefined): OpenTerminal | null {
  if (!entry) return null;
  const { place, terminal, known, since, reason, terminalId, condition } = entry;
  const { id: device, merchant, description } = place;
  // The drivers, too, use the euro where no currency is set.
  const { shared: answer, handOver = false, currency = 'EUR' } = known.settings;
  const use = { shared: countsAsShared(sharingOf(answer)), handOver, currency };
  return {
    ...known,
    ...use,
    device,
    merchant,
    description,
    terminal,
    state: terminal.state,
    since,
    reason,
    terminalId: terminal.terminalId ?? terminalId,
    condition,
  };
}

function conditionOf({ condition }: PaymentTerminal): TerminalCondition | null {
  if (!condition) return null;
  const { blocks, cure, resultCode = null, texts } = condition;
  return { blocks, cure, resultCode, texts, since: Date.now() };
}

const viewOf = ({ place, terminal, since, reason, condition }: Entry): TerminalView => ({
  device: place.id,
  description: place.description,
  state: terminal.state,
  since,
  reason: reason?.text ?? null,
  condition,
});
