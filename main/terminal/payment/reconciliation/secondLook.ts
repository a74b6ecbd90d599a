/**
 * The second look behind a denial by a reconciliation. "Not carried out" does not wait for the longest time that a terminal can take
 * which says ready at work; but when that time is over, the terminal is asked once more, so that a late booking is found by itself, and not
 * only by the next payment or the end-of-day.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { longestWork } from '../../../domain/denialWait.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import { outsideRequest } from '../../../world/requestContext.ts';
import type { World } from '../../../world/world.ts';
import { recordLateDiscovery } from './lateDiscovery.ts';

/** A terminal that is at work or away at its second look is asked so often at most. */
const LOOKS = 3;

export class SecondLooks {
  readonly #world: () => World;
  readonly #stopped: AbortSignal;
  /** Terminals that are to be asked; a later denial begins the wait anew. */
  readonly #waiting = new Map<string, AbortController>();

  constructor(world: () => World, stopped: AbortSignal) {
    this.#world = world;
    this.#stopped = stopped;
  }

  /** Never throws: nobody waits for it. */
  async plan(slot: TerminalSlot): Promise<void> {
    this.#waiting.get(slot.device)?.abort();
    const replaced = new AbortController();
    this.#waiting.set(slot.device, replaced);
    const signal = AbortSignal.any([this.#stopped, replaced.signal]);
    try {
      for (let left = LOOKS; left > 0; left -= 1) {
        await pause(longestWork(this.#world().settings.waits), undefined, { signal, ref: false });
        if (await this.look(slot)) return;
      }
    } catch (error) {
      if (!signal.aborted) this.#world().log('error', 'a terminal was not asked again', { error: String(error) });
    }
  }

  /** A process that was killed has planned looks, too. */
  planInterrupted(slot: TerminalSlot): void {
    const { intents, clock, settings } = this.#world();
    const [newest] = intents.denied(slot.device, 1);
    const endedAt = newest?.intent.endedAt ?? null;
    if (endedAt !== null && clock.now() - endedAt < LOOKS * longestWork(settings.waits)) void this.plan(slot);
  }

  /** Asks now. False: the terminal has not answered, or works on another command. */
  async look(slot: TerminalSlot): Promise<boolean> {
    const { intents } = this.#world();
    if (slot.shared || !intents.newestSent(slot.device)) return true;
    if (intents.unsettled(slot.device)) return false;
    const last = await slot.terminal.lastTransaction();
    if (last.kind === 'found') await outsideRequest(() => recordLateDiscovery(this.#world(), slot, { last }));
    return last.kind !== 'unreachable';
  }
}
