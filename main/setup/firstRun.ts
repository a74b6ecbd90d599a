/**
 * The first run: a set-up that is entered step by step and kept as a draft, until it is finished in one commit. Nothing of a draft
 * is visible anywhere else; a crash between two steps leaves the draft, a crash while finishing leaves the draft or the shop.
 */

import type { MasterData } from '../masterData/masterData.ts';
import type { InputFault } from '../masterData/shop.ts';
import { ClientSecrets } from '../services/auth/clientSecrets.ts';
import type { Pins } from '../services/auth/pins.ts';
import type { SetupDrafts } from '../store/setupDraft.ts';
import { SETUP_VERSION, type SetupDone, type SetupDraft, SetupDraftInput, type SetupState } from '../wire/setup.ts';
import { BridgeError } from '../world/errors.ts';
import { shapeFaults } from '../world/shapeFaults.ts';
import { applyPlan } from './applyPlan.ts';
import { type Draft, merged, proposalFor, secretFaults, shown, withKnownUpstream } from './draft.ts';
import { hashPins, hashSecrets } from './planPeople.ts';
import type { SetupAccess } from './setupAccess.ts';
import { refusal, type SetupSource } from './setupFile.ts';
import { planSetup } from './setupPlan.ts';
import { readState } from './shopState.ts';

export interface FirstRunParts {
  readonly data: MasterData;
  readonly drafts: SetupDrafts;
  readonly access: SetupAccess;
  readonly isWaiting: () => boolean;
  readonly pins: Pins;
  /** Setting `loyaltyPrefixes`. */
  readonly prefixes: readonly string[];
  readonly write: <T>(job: () => T) => Promise<T>;
  /** After the commit: opens what the shop now has. */
  readonly activate: () => Promise<void>;
}

export interface FirstRun {
  readonly access: SetupAccess;
  /** No shop has been set up. */
  isWaiting(): boolean;
  state(): Promise<SetupState>;
  change(input: Readonly<Record<string, unknown>>): Promise<SetupState>;
  /** Begins again from nothing. */
  discard(): Promise<void>;
  /** Throws `setupFaults`, with the faults, and `setupDone` where another set-up was first. */
  finish(): Promise<SetupDone>;
}

/** The steps of a set-up; a start, and a shop that is set up, load none of them. */
export type SetupSteps = Omit<FirstRun, 'access' | 'isWaiting'>;

export function createSetupSteps(parts: FirstRunParts): SetupSteps {
  return new DraftedSetup(parts);
}

class DraftedSetup implements SetupSteps {
  readonly #parts: FirstRunParts;
  #finishing: Promise<SetupDone> | null = null;

  constructor(parts: FirstRunParts) {
    this.#parts = parts;
  }

  async state(): Promise<SetupState> {
    const draft = this.#draft();
    const plan = this.#parts.isWaiting() ? await planDraft(this.#parts, draft) : null;
    return {
      state: plan ? 'waiting' : 'done',
      draft: shown(draft),
      faults: [...(plan?.book.faults ?? [])],
      warnings: [...(plan?.book.warnings ?? [])],
      changedAt: this.#parts.drafts.read()?.changedAt ?? null,
      proposal: proposalFor(draft),
    };
  }

  async change(input: Draft): Promise<SetupState> {
    const { drafts, data, write } = this.#parts;
    this.#requireWaiting();
    const wanted = withKnownUpstream(input, this.#draft());
    const faults = [...shapeFaults(SetupDraftInput, wanted), ...secretFaults(wanted)];
    if (faults.length > 0) throw faultsError(faults);
    await write(() => {
      this.#requireWaiting();
      const document = merged(this.#draft(), wanted);
      drafts.keep({ version: SETUP_VERSION, document, changedAt: data.now() });
    });
    return this.state();
  }

  async discard(): Promise<void> {
    await this.#parts.write(() => {
      this.#requireWaiting();
      this.#parts.drafts.remove();
    });
  }

  /** Two calls at the same time are one. */
  finish(): Promise<SetupDone> {
    this.#finishing ??= this.#finish().finally(() => {
      this.#finishing = null;
    });
    return this.#finishing;
  }

  async #finish(): Promise<SetupDone> {
    const { data, drafts, write, activate } = this.#parts;
    this.#requireWaiting();
    const wanted = this.#draft();
    const { book, source } = await planDraft(this.#parts, wanted);
    if (book.faults.length > 0) throw faultsError(book.faults);
    const merchant = await write(() => {
      this.#requireWaiting();
      // Only the plan that was shown is carried out: a step that came meanwhile is not lost in silence.
      if (JSON.stringify(this.#draft()) !== JSON.stringify(wanted))
        throw new BridgeError('setupToken', 'the draft was changed while it was being finished');
      const made = applyPlan(data, book, source);
      drafts.remove();
      return made;
    });
    this.#parts.access.end();
    await activate();
    const { upstream = null, backoffice = null } = source.parts;
    return {
      merchant,
      changes: book.changes.map(({ words }) => words),
      restarts: upstream !== null || backoffice !== null,
    };
  }

  #requireWaiting(): void {
    if (!this.#parts.isWaiting()) throw new BridgeError('setupDone', 'a shop has been set up in this directory');
  }

  /** The draft, if it is of the version of this program. Throws `setupVersion`. */
  #draft(): Draft {
    const stored = this.#parts.drafts.read();
    if (stored && stored.version !== SETUP_VERSION)
      throw new BridgeError(
        'setupVersion',
        `the draft has the form ${stored.version}, this program knows ${SETUP_VERSION}`,
      );
    return stored?.document ?? {};
  }
}

const faultsError = (faults: readonly InputFault[]): BridgeError => {
  const [first] = faults;
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : '';
  return new BridgeError('setupFaults', `${first?.path}: ${first?.texts.en}${more}`, { extra: { faults } });
};

const NO_FILES: SetupSource['open'] = name => {
  throw refusal('articles', `${name} ist keine Liste.`, `${name} is no list.`);
};

async function planDraft({ data, pins, prefixes }: FirstRunParts, draft: Draft) {
  const source: SetupSource = { parts: draft as SetupDraft, open: NO_FILES };
  const state = readState(data);
  const pinHashes = await hashPins(state, source.parts, pins);
  const secretHashes = await hashSecrets(state, source.parts, new ClientSecrets(pins));
  return { source, book: await planSetup(state, source, { pinHashes, secretHashes, prefixes, now: data.now() }) };
}
