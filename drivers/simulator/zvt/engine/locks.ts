/** The locked states of the virtual terminal, and the commands that end them (ZVT 05 01). */
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
  /** Terminal status of the status enquiry; 0 = ready. */
  status(): number;
  /** Code that refuses a command that moves money. */
  refusal(behaviour: Behaviour): number | undefined;
  /** Code that aborts a command after it was accepted, as a locked terminal does. */
  abortsWith(command: { readonly worksLocked: boolean }): number | undefined;
  /** A command ran to its end, and may have ended a lock. */
  done(command: Message['name']): void;
  /** An update locks the terminal for so many milliseconds. */
  update(milliseconds: number): void;
  /** Forgets the locks that were ended: the behaviour changed. */
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
