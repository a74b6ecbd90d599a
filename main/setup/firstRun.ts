/**
 * The first run: a set-up that is entered step by step and kept as a draft, until it is finished in one commit. Nothing of a draft
 * is visible anywhere else; a crash between two steps leaves the draft, a crash while finishing leaves the draft or the shop.
 */
import type { MasterData } from '../masterData/masterData.ts';
import { completeShop, type InputFault } from '../masterData/shop.ts';
import { defaultTaxRates } from '../masterData/taxRates.ts';
import type { SetupDrafts } from '../store/setupDraft.ts';
import { SETUP_VERSION, type SetupDone, type SetupDraft, SetupDraftInput, type SetupState } from '../wire/setup.ts';
import { BridgeError } from '../world/errors.ts';
import type { Pins } from '../world/secrets.ts';
import { applyPlan } from './applyPlan.ts';
import { hashPins } from './planPeople.ts';
import type { SetupAccess } from './setupAccess.ts';
import { mapSecrets, refusal, type SetupSource } from './setupFile.ts';
import { planSetup } from './setupPlan.ts';
import { readState } from './shopState.ts';
import { shapeFaults } from './shapeFaults.ts';

export interface FirstRunParts {
  readonly data: MasterData;
  readonly drafts: SetupDrafts;
  readonly access: SetupAccess;
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

type Draft = Readonly<Record<string, unknown>>;

export function createFirstRun(parts: FirstRunParts): FirstRun {
  const { data, drafts, access, write } = parts;
  let isSetUp = false;
  // Asked with every request: once there is a shop, there is one for ever.
  const isWaiting = () => {
    isSetUp ||= data.merchants.firstMerchant() !== null;
    return !isSetUp;
  };
  let finishing: Promise<SetupDone> | null = null;

  function requireWaiting(): void {
    if (!isWaiting()) throw new BridgeError('setupDone', 'a shop has been set up in this directory');
  }

  /** Of the version of this program. Throws `setupVersion`. */
  function draft(): Draft {
    const stored = drafts.read();
    if (stored && stored.version !== SETUP_VERSION)
      throw new BridgeError('setupVersion', `the draft has the form ${stored.version}, this program knows ${SETUP_VERSION}`);
    return stored?.document ?? {};
  }

  async function state(): Promise<SetupState> {
    const now = draft();
    const plan = isWaiting() ? await planDraft(parts, now) : null;
    return {
      state: plan ? 'waiting' : 'done',
      draft: shown(now),
      faults: [...(plan?.book.faults ?? [])],
      changedAt: drafts.read()?.changedAt ?? null,
      proposal: proposalFor(now),
    };
  }

  async function finish(): Promise<SetupDone> {
    requireWaiting();
    const wanted = draft();
    const { book, source } = await planDraft(parts, wanted);
    if (book.faults.length > 0) throw faultsError(book.faults);
    const merchant = await write(() => {
      requireWaiting();
      // What was planned is what is made: a step that came meanwhile is not lost in silence.
      if (JSON.stringify(draft()) !== JSON.stringify(wanted))
        throw new BridgeError('setupToken', 'the draft was changed while it was being finished');
      const made = applyPlan(data, book, source);
      drafts.remove();
      return made;
    });
    access.end();
    await parts.activate();
    const { upstream = null, backoffice = null } = source.parts;
    return { merchant, changes: book.changes.map(({ words }) => words), restarts: upstream !== null || backoffice !== null };
  }

  return {
    access,
    isWaiting,
    state,
    async change(input) {
      requireWaiting();
      const wanted = withKnownUpstream(input, draft());
      const faults = [...shapeFaults(SetupDraftInput, wanted), ...secretFaults(wanted)];
      if (faults.length > 0) throw faultsError(faults);
      await write(() => {
        requireWaiting();
        const document = merged(draft(), wanted);
        drafts.keep({ version: SETUP_VERSION, document, changedAt: data.now() });
      });
      return state();
    },
    discard: () =>
      write(() => {
        requireWaiting();
        drafts.remove();
      }),
    finish() {
      finishing ??= finish().finally(() => {
        finishing = null;
      });
      return finishing;
    },
  };
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
  return { source, book: await planSetup(state, source, { pinHashes, prefixes, now: data.now() }) };
}

/** Named parts replace those of the draft, null takes one out; a secret that is not sent again stays. */
function merged(draft: Draft, input: Draft): Draft {
  const next = Object.fromEntries(Object.entries({ ...draft, ...input }).filter(([, part]) => part !== null));
  return withKnownSecrets(next, draft);
}

/** The upstream part as it is shown has null in the place of its secrets: they stay. */
function withKnownUpstream(input: Draft, before: Draft): Draft {
  const { upstream } = input;
  if (typeof upstream !== 'object' || upstream === null) return input;
  const known = (before.upstream ?? {}) as Draft;
  const kept = ['client_id', 'client_secret'].flatMap(name => {
    const isNull = (upstream as Draft)[name] === null;
    return isNull && typeof known[name] === 'string' ? [[name, known[name]] as const] : [];
  });
  return { ...input, upstream: { ...upstream, ...Object.fromEntries(kept) } };
}

/** Files and variables of this machine are for the set-up file; here a secret is its text. */
function secretFaults({ upstream }: Draft): readonly InputFault[] {
  return ['client_id', 'client_secret'].flatMap(name => {
    const value = typeof upstream === 'object' && upstream !== null ? (upstream as Draft)[name] : undefined;
    if (typeof value !== 'object' || value === null) return [];
    return [{ path: `upstream.${name}`, texts: { de: 'muss Text sein.', en: 'must be text.' } }];
  });
}

const SECRETS = [
  ['people', 'username', 'pin'],
  ['clients', 'id', 'secret'],
  ['terminals', 'name', 'password'],
] as const;

function withKnownSecrets(next: Draft, before: Draft): Draft {
  const listOf = (from: Draft, part: string) => (from[part] ?? []) as readonly Draft[];
  const lists = SECRETS.flatMap(([part, name, secret]) => {
    if (next[part] === undefined) return [];
    const known = (one: Draft) => listOf(before, part).find(old => old[name] === one[name])?.[secret];
    const list = listOf(next, part).map(one => {
      const kept = one[secret] ?? known(one);
      const { [secret]: _, ...rest } = one;
      return kept === undefined ? rest : { ...rest, [secret]: kept };
    });
    return [[part, list] as const];
  });
  return { ...next, ...Object.fromEntries(lists) };
}

/** Secrets never leave again. */
const shown = (draft: Draft): SetupState['draft'] =>
  mapSecrets(draft as SetupDraft, () => null) as unknown as SetupState['draft'];

function proposalFor(draft: Draft): SetupState['proposal'] {
  const { shop } = draft as SetupDraft;
  const { country, currency, timeZone, language, dayStart } = completeShop('', shop ?? { name: '' });
  return { shop: { country, currency, timeZone, language, dayStart }, taxRates: defaultTaxRates(country) };
}
