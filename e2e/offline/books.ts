/** Compares the books of till, terminal, upstream and back office; every disagreement is one sentence. */
import { everyItem } from './calls.ts';
import type { Fleet, Member, Till } from './fleet.ts';

interface Sale {
  readonly id: string;
  readonly status: string;
  readonly transactionRef: string | null;
  readonly product?: string | null;
  readonly receipt_number?: number | null;
  readonly basket_info: { readonly sum: number };
  readonly tenders?: readonly { readonly method: string; readonly amount: number }[];
}

interface OfficeSale {
  readonly id: string;
  readonly till: string;
  readonly sequence: number;
  readonly status: string;
  readonly sum: number;
}

/** Statuses of a sale that took place, or did and was taken back. */
const EXECUTED = new Set(['ok', 'received', 'collection']);
const wasClosed = ({ receipt_number }: Sale) => receipt_number != null;

export interface Books {
  readonly sales: number;
  readonly cancelled: number;
  /** Sum of the executed sales of all tills, minor units. */
  readonly sum: number;
  readonly disagreements: readonly string[];
}

/** `lost`: sales that an older copy of a till does not hold; they are at most once elsewhere. */
export async function compareBooks(fleet: Fleet, lost: ReadonlySet<string>): Promise<Books> {
  const upstream = await salesOf(fleet.upstream);
  const office = await everyItem<OfficeSale>(fleet.office, '/office/v1/sales', '&sort=created:desc');
  const byMarker = Map.groupBy(upstream, sale => markedBy(sale));
  const byId = Map.groupBy(office, sale => sale.id);
  const disagreements: string[] = [];
  const local = new Set<string>();
  let [sales, cancelled, sum] = [0, 0, 0];
  for (const till of fleet.tills) {
    const own = (await salesOf(till)).filter(wasClosed);
    for (const sale of own) {
      local.add(sale.id);
      sales += 1;
      if (sale.status === 'cancelled') cancelled += 1;
      else sum += sale.basket_info.sum;
      disagreements.push(...compareUpstream(till.name, sale, byMarker.get(sale.id) ?? []));
      disagreements.push(...compareOffice(till.name, sale, byId.get(sale.id) ?? []));
    }
    disagreements.push(...(await compareTerminal(till, own)));
  }
  for (const id of lost) {
    const [there, held] = [(byMarker.get(id) ?? []).filter(wasClosed).length, byId.get(id)?.length ?? 0];
    if (there > 1 || held > 1)
      disagreements.push(
        `${id}, which its till has lost, is upstream ${there} times, in the back office ${held} times`,
      );
    local.add(id);
  }
  for (const sale of upstream)
    if (EXECUTED.has(sale.status) && !local.has(markedBy(sale).replace(CARD_PART, '')))
      disagreements.push(`upstream: ${sale.id} was executed, and no till sold it`);
  disagreements.push(...(await gaps(fleet, office, local)));
  return { sales, cancelled, sum, disagreements };
}

const salesOf = (member: Member) => everyItem<Sale>(member, '/api/v2/Smart/Transactions', '&sort=created:asc');

/** Id of the sale of the till: the mark of a shell that held a card says more behind it. */
const markedBy = ({ product }: Sale): string => /^(STX_[A-Z0-9]+(?:\/discharge)?)/.exec(product ?? '')?.[1] ?? '';
/** The card's part of a sale that the service entered without its card. */
const CARD_PART = '/discharge';

/** One sale upstream that took place in the same way; shells that were given up are cancelled and have no receipt number. */
function compareUpstream(till: string, sale: Sale, found: readonly Sale[]): readonly string[] {
  const real = found.filter(wasClosed);
  const name = `${till}: ${sale.id} (${sale.status}, ${sale.basket_info.sum})`;
  if (real.length !== 1) return [`${name} is upstream ${real.length} times`];
  const [twin] = real as [Sale];
  const left = found.filter(one => !wasClosed(one) && one.status !== 'cancelled');
  const strays = left.map(one => `${name} left ${one.id} upstream as ${one.status}`);
  if (twin.status !== sale.status) return [...strays, `${name} is ${twin.status} upstream (${twin.id})`];
  if (twin.basket_info.sum !== sale.basket_info.sum)
    return [...strays, `${name} has the sum ${twin.basket_info.sum} upstream (${twin.id})`];
  return strays;
}

function compareOffice(till: string, sale: Sale, found: readonly OfficeSale[]): readonly string[] {
  const name = `${till}: ${sale.id} (${sale.status}, ${sale.basket_info.sum})`;
  if (found.length !== 1) return [`${name} is in the back office ${found.length} times`];
  const [twin] = found as [OfficeSale];
  if (twin.status !== sale.status) return [`${name} is ${twin.status} in the back office`];
  return twin.sum === sale.basket_info.sum ? [] : [`${name} has the sum ${twin.sum} in the back office`];
}

async function compareTerminal(till: Till, sales: readonly Sale[]): Promise<readonly string[]> {
  const { amount } = await till.terminalTotals();
  const journal = sales
    .filter(({ status }) => EXECUTED.has(status))
    .flatMap(({ tenders = [] }) => tenders)
    .filter(({ method }) => method === 'cashless')
    .reduce((total, tender) => total + tender.amount, 0);
  return amount === journal ? [] : [`${till.name}: the terminal booked ${amount}, the sales say ${journal}`];
}

/** The back office names gaps in the sequence of a till; after everything was sent there is none. */
async function gaps(
  fleet: Fleet,
  office: readonly OfficeSale[],
  local: ReadonlySet<string>,
): Promise<readonly string[]> {
  const tills = new Set(office.filter(({ id }) => local.has(id)).map(({ till }) => till));
  const answer = await fleet.office.call('GET', '/office/v1/gaps');
  if (answer?.status !== 200) return [`the gaps cannot be read: ${JSON.stringify(answer)}`];
  const rows: readonly { readonly till: string }[] = answer.body.data;
  return rows.filter(({ till }) => tills.has(till)).map(row => `back office: a gap ${JSON.stringify(row)}`);
}
