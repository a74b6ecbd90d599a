/** The draft of a set-up: what was entered so far. A secret goes in, stays, and never comes out again. */
import { completeShop, type InputFault } from '../masterData/shop.ts';
import { defaultTaxRates } from '../masterData/taxRates.ts';
import type { SetupDraft, SetupState } from '../wire/setup.ts';
import { mapSecrets } from './setupFile.ts';

export type Draft = Readonly<Record<string, unknown>>;

/** Named parts replace those of the draft, null takes one out; a secret that is not sent again stays. */
export function merged(draft: Draft, input: Draft): Draft {
  const next = Object.fromEntries(Object.entries({ ...draft, ...input }).filter(([, part]) => part !== null));
  return withKnownSecrets(next, draft);
}

/** The upstream part as it is shown has null in the place of its secrets: they stay. */
export function withKnownUpstream(input: Draft, before: Draft): Draft {
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
export function secretFaults({ upstream }: Draft): readonly InputFault[] {
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
export const shown = (draft: Draft): SetupState['draft'] =>
  mapSecrets(draft as SetupDraft, () => null) as unknown as SetupState['draft'];

export function proposalFor(draft: Draft): SetupState['proposal'] {
  const { shop } = draft as SetupDraft;
  const { country, currency, timeZone, language, dayStart } = completeShop('', shop ?? { name: '' });
  return { shop: { country, currency, timeZone, language, dayStart }, taxRates: defaultTaxRates(country) };
}
