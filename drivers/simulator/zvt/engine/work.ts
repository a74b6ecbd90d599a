/** A command of the virtual terminal: the conditions for it, and the parts of the terminal that it works with. */
import type { Message } from '../../../zvt/codec/apdu.ts';
import type { Behaviour } from './behaviours.ts';
import type { Device } from './device.ts';
import type { Exchange } from './exchange.ts';
import type { Locks } from './locks.ts';
import type { MemoryStore } from './memory.ts';
import type { Profile } from './profiles.ts';
import type { Till } from './till.ts';

export interface Work {
  readonly message: Message;
  readonly till: Till;
  readonly exchange: Exchange;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly behaviour: Behaviour;
  readonly profile: Profile;
  /** Aborted when the terminal is switched off. */
  readonly power: AbortSignal;
  readonly terminalId: string;
  readonly unacknowledged: 'kept' | 'reversed';
  /** Milliseconds that the till may take for the goods, and milliseconds between two results after 84 9C. */
  readonly goods: { readonly timeout: number; readonly pause: number };
  readonly locks: Locks;
  /** Written by tills, by id; gone when the process ends. */
  readonly files: Map<number, Buffer>;
  /** Terminal status as the status enquiry sends it. */
  status(): number;
  restart(): void;
}

export interface Handler {
  run(work: Work): Promise<void>;
  /** Refused with 9C while another command runs. */
  readonly needsRest: boolean;
  readonly needsRegistration: boolean;
  readonly needsPassword: boolean;
  readonly movesMoney: boolean;
  /** Carried out in a locked state as well. */
  readonly worksLocked: boolean;
  readonly slips: 'payment' | 'admin';
  /** Refused (CC) when the terminal would have to print and has no paper. */
  prints(message: Message): boolean;
}

const always = {
  needsRest: false,
  needsRegistration: false,
  needsPassword: false,
  movesMoney: false,
  worksLocked: true,
  slips: 'admin',
  prints: () => false,
} as const;

/** The conditions that rows of the command tables begin with. */
export const needs = {
  /** No condition. */
  nothing: always,
  /** No other command at the terminal. */
  rest: { ...always, needsRest: true },
  /** A registered till. */
  till: { ...always, needsRest: true, needsRegistration: true, worksLocked: false },
  /** A registered till that knows the password. */
  password: { ...always, needsRest: true, needsRegistration: true, needsPassword: true, worksLocked: false },
  /** A registered till, for a command that moves money. */
  money: {
    ...always,
    needsRest: true,
    needsRegistration: true,
    movesMoney: true,
    worksLocked: false,
    slips: 'payment',
    prints: () => true,
  },
} as const satisfies Record<string, Omit<Handler, 'run'>>;

export type HandlerTable = Readonly<Partial<Record<Message['name'], Handler>>>;
