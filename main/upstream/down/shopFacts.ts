/**
 * Facts of the service about the shop itself: its merchant, and the contracts under which it pays out. A change there is
 * taken where this shop has not changed the same; a difference is a case, because the name stands on every receipt.
 */
import type { DownFact, Json, ShownShop } from '../../world/down.ts';
import { UpstreamError } from '../failures.ts';
import { decide, hashOf } from './decision.ts';
import { isAbsent, PAGE } from './lists.ts';
import type { SyncParts } from './syncParts.ts';

/** Throws `UpstreamError`. */
export async function readMerchant(parts: SyncParts): Promise<void> {
  const { client, shop, down, write, guard, now } = parts;
  const there = merchantIn(await client.get('/General/Merchants/me'));
  await write(() => {
    guard();
    const known = shop.facts('merchant')[0] ?? null;
    if (there !== null) {
      settleMerchant(parts, there.content, known?.content ?? null);
      shop.keepFacts('merchant', [there]);
    }
    down.save('merchant', { pageAt: now(), comparedAt: now(), problem: null });
  });
}

/** Inside a job. The first time, nobody has said that the service knows better, so a difference is a case. */
function settleMerchant({ shop, writing: { merchant, cases } }: SyncParts, there: Json, before: Json | null): void {
  const own = shop.own(merchant);
  const here = pickedLike(own, there);
  const isFirst = before === null;
  const decision = isFirst
    ? hashOf(here) === hashOf(there)
      ? 'same'
      : 'collide'
    : decide(here, there, hashOf(before));
  if (decision === 'take') shop.take(merchant, { ...own, ...(there as Partial<ShownShop>) });
  if (decision === 'collide')
    cases.open({
      ...{ merchant, kind: 'settingDiffers', object: 'merchant', amount: null, currency: null },
      facts: { part: 'merchant', here, there },
    });
}

/** A service that says no address has none to compare. */
const pickedLike = ({ name, address }: ShownShop, there: Json): Json =>
  'address' in there ? { name, address } : { name };

function merchantIn({ id, companyname, store_name, user }: Json): DownFact | null {
  const name = [store_name, companyname].find(text => typeof text === 'string' && text !== '');
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  const { address } = (user ?? {}) as Json;
  const isAddress = Array.isArray(address) && address.length > 0 && address.every(line => typeof line === 'string');
  return { id, content: { name, ...(isAddress ? { address } : {}) } };
}

/** Throws `UpstreamError`. Account numbers are not kept. */
export async function readContracts(parts: SyncParts): Promise<void> {
  const { client, shop, down, write, guard, now } = parts;
  const { data } = await client.get(`/General/Contracts?count=${PAGE}&sort=id:asc`);
  const contracts: DownFact[] = [];
  for (const contract of Array.isArray(data) ? (data as readonly Json[]) : []) {
    if (typeof contract?.id !== 'string') continue;
    contracts.push({
      id: contract.id,
      content: { ...contentOf(contract), currencies: await currenciesOf(parts, contract.id) },
    });
  }
  await write(() => {
    guard();
    const before = new Map(shop.facts('contracts').map(({ id, content }) => [id, hashOf(content)]));
    for (const contract of contracts)
      if (before.get(contract.id) !== hashOf(contract.content)) settleContract(parts, contract);
    shop.keepFacts('contracts', contracts);
    down.save('contracts', { pageAt: now(), comparedAt: now(), problem: null });
  });
}

const contentOf = ({ description, project, approved, terminated }: Json): Json => ({
  name: typeof project === 'string' ? project : typeof description === 'string' ? description : null,
  approved: approved !== false,
  terminated: typeof terminated === 'string' ? terminated : null,
});

/** Null where the service does not say it. */
async function currenciesOf(
  { client }: Pick<SyncParts, 'client'>,
  contract: string,
): Promise<readonly string[] | null> {
  try {
    const answer = await client.list(`/General/Contracts/${encodeURIComponent(contract)}/AvailableCurrencies`);
    return answer.filter(text => typeof text === 'string');
  } catch (error) {
    if (error instanceof UpstreamError && isAbsent(error)) return null;
    throw error;
  }
}

/** Inside a job. A contract that ended, or that pays out in other currencies than this shop sells in, takes no money of it. */
function settleContract({ shop, writing: { merchant, cases } }: SyncParts, { id, content }: DownFact): void {
  const { currency } = shop.own(merchant);
  const { terminated, currencies } = content as { terminated: string | null; currencies: readonly string[] | null };
  const isForeign = currencies !== null && currencies.length > 0 && !currencies.includes(currency);
  if (terminated === null && !isForeign) return;
  cases.open({
    ...{
      merchant,
      kind: terminated === null ? 'currencyDiffers' : 'contractEnded',
      object: id,
      amount: null,
      currency: null,
    },
    facts: { part: 'contracts', here: { currency }, there: content },
  });
}
