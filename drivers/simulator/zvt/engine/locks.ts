/** Why the virtual terminal does not work at the moment, and what cures it (ZVT 05 01, locked states). */
import type { Message } from '../../../zvt/codec/apdu.ts';
import type { Behaviour } from './behaviours.ts';
import { openBookings } from './bookings.ts';
import type { MemoryStore } from './memory.ts';

export const BUSY = 0x9c;
export const END_OF_DAY_OPEN = 0xf0;
const MEMORY_FULL = 0xb1;
const TURNOVER_FULL = 0x6a;
const UPDATE_RUNS = 0xe0;

export interface Locks {
  /** Terminal status of the status enquiry; 0 when there is nothing. */
  status(): number;
  /** Code with which a command that moves money is refused at once. */
  refusal(behaviour: Behaviour): number | undefined;
  /** Code with which the command is accepted and then aborted, as a locked terminal does. */
  abortsWith(command: { readonly worksLocked: boolean }): number | undefined;
  /** A command ran to its end: it may have cured something. */
  done(command: Message['name']): void;
  /** An update keeps the terminal from working for so many milliseconds. */
  update(milliseconds: number): void;
  /** Another behaviour, other troubles. */
  forget(): void;
}

export function openLocks(memory: MemoryStore, usual: () => Behaviour): Locks {
  let cured = new Set<Message['name']>();
  let updatingUntil = 0;

  return {
    status() {
      if (performance.now() < updatingUntil) return UPDATE_RUNS;
      if (memory.now.endOfDayOpen) return END_OF_DAY_OPEN;
      if (isFull(usual())) return MEMORY_FULL;
      return isHolding(usual()) ? (usual().status ?? 0) : 0;
    },
    refusal(behaviour) {
      if (memory.now.endOfDayOpen) return END_OF_DAY_OPEN;
      if (isFull(behaviour)) return TURNOVER_FULL;
      return isHolding(behaviour) ? behaviour.refuse : undefined;
    },
    abortsWith({ worksLocked }) {
      const { locks } = usual();
      return worksLocked || locks === undefined || !isHolding(usual()) ? undefined : locks;
    },
    done(command) {
      cured.add(command);
    },
    update(milliseconds) {
      updatingUntil = performance.now() + milliseconds;
    },
    forget() {
      cured = new Set();
    },
  };

  function isHolding({ curedBy }: Behaviour): boolean {
    return curedBy === undefined || !cured.has(curedBy);
  }

  function isFull({ capacity }: Behaviour): boolean {
    return capacity !== undefined && openBookings(memory).length >= capacity;
  }
}
