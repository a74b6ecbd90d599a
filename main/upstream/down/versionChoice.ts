/** A person says which version of a thing counts that this shop and the service hold differently. */
import type {
  CaseVersion,
  Down,
  DownCatalogue,
  DownPart,
  DownShop,
  Json,
  ShownShop,
  VersionChoice,
} from '../../world/down.ts';
import { BridgeError } from '../../world/errors.ts';
import { kindRows } from './kinds.ts';
import type { WritingParts } from './writing.ts';

export interface ChoiceParts {
  readonly down: Down;
  readonly catalogue: DownCatalogue;
  readonly shop: DownShop;
  readonly writing: WritingParts;
}

/**
 * Inside a job. The version of the service is taken already, but for a lock of this shop and for settings; the version of this
 * shop is written again, and holds until the service changes the same thing. Throws `versionGone` where it is not there any more.
 */
export function chooseVersion(parts: ChoiceParts, choice: VersionChoice): void {
  const { kind, object, facts, version } = choice;
  const { down, shop, writing } = parts;
  const part = String(facts.part);
  if (kind === 'manyVanished') {
    // The next comparison removes as many as the person has read of, and no more.
    if (version === 'there')
      down.accept(part as DownPart, Number.isSafeInteger(facts.missing) ? Number(facts.missing) : 0);
    return;
  }
  if (kind === 'settingDiffers') {
    if (version === 'there') shop.take(writing.merchant, shownIn(facts.there, shop.own(writing.merchant)));
    return;
  }
  if (kind !== 'changedOnBothSides')
    throw new BridgeError('caseWithoutVersions', `a case of the kind ${kind} has no versions`);
  if (part === 'catalogue' || part === 'campaigns') {
    chooseOffer(parts, choice);
    return;
  }
  const row = kindRows.find(one => one.kind === part);
  const here = row?.here(writing, object) ?? null;
  if (!row || here === null) throw gone(object);
  row.write(writing, object, versionOf(here, facts, version));
}

function versionOf(now: Json, { here, there }: Json, version: CaseVersion): Json {
  if (version === 'here') return { ...now, ...objectIn(here) };
  // The service may have changed it once more meanwhile: what was kept of this shop alone is given up.
  const { lock_status } = objectIn(there);
  return lock_status === undefined ? now : { ...now, lock_status };
}

function chooseOffer(
  { catalogue, writing: { merchant } }: ChoiceParts,
  { object, facts, version }: VersionChoice,
): void {
  if (version === 'there') return;
  const { here } = facts;
  if (facts.part === 'campaigns') catalogue.replaceCampaigns(merchant, Array.isArray(here) ? here : []);
  else if (!catalogue.putBack(merchant, object, objectIn(here))) throw gone(object);
}

const gone = (object: string): BridgeError =>
  new BridgeError('versionGone', `${object} is not there any more: close the case without a version`);

const objectIn = (value: unknown): Json => (value !== null && typeof value === 'object' ? (value as Json) : {});

function shownIn(there: unknown, own: ShownShop): ShownShop {
  const { name, address } = objectIn(there);
  return {
    name: typeof name === 'string' ? name : own.name,
    address: Array.isArray(address) ? address.map(String) : own.address,
  };
}
