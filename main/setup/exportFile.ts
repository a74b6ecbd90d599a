/** The set-up of a shop as a set-up file without secrets: it goes to another till, and imports again where it came from. */
import { writtenAmount as written } from '../domain/writtenAmount.ts';
import { writtenArticle } from '../masterData/articles/csvColumns.ts';
import { SETUP_VERSION, type SetupFile } from '../wire/setup.ts';
import { screenClientId } from '../world/demoIds.ts';
import type { KnownTerminal, ShopState } from './shopState.ts';

/** A copy of a shop never has these. */
const LEFT_OUT = [
  ...['sales, reports and the audit log', 'PINs, secrets of clients and passwords of terminals'],
  ...['former prices and pictures of articles', 'tables of scale labels', 'vouchers and customers'],
  ...['rules of card groups but prefix and length', 'printers, displays, scanners and sign-ins'],
  ...['addresses and secrets of the upstream service and the back office'],
] as const;

/** Amounts are text in major units. `$comment` says what the copy leaves out. */
export function exportFile(state: ShopState): SetupFile {
  const { shop, taxRates, people, clients, terminals, tills, groups, cardGroups, campaigns } = state;
  if (shop === null) return { version: SETUP_VERSION };
  const { object: _, id: __, loyalty, ...facts } = shop;
  const { currency } = shop;
  const nameOf = (id: string) => cardGroups.find(group => group.id === id)?.name ?? id;
  const cards = [...state.allCards()];
  const open = cards.filter(({ isClosed }) => !isClosed);
  const file = {
    $comment: `This copy leaves out: ${leftOut(state, cards.length - open.length).join('; ')}.`,
    version: SETUP_VERSION,
    shop: withoutNulls(facts),
    taxRates,
    people: people.flatMap(({ username, name, role }) => (isSetUpRole(role) ? [{ username, name, role }] : [])),
    clients: clients
      .filter(({ id }) => id !== screenClientId)
      .map(({ id, scope }) => ({ id, scopes: scope.split(' ').filter(one => one !== 'control') }))
      // A client that only controls a demo has no place in a set-up.
      .filter(({ scopes }) => scopes.length > 0),
    terminals: terminals.flatMap(terminalOf),
    tills: tills.map(({ name, uuid, terminal }) => ({
      name,
      ...(uuid === null ? {} : { uuid }),
      terminal: terminals.some(({ device, row }) => device === terminal?.id && row) ? (terminal?.name ?? null) : null,
    })),
    groups: groups.map(({ id, parent, name }) => ({ id, name, ...(parent === null ? {} : { parent }) })),
    articles: [...state.allArticles()].map(article => withoutEmpty(writtenArticle(article, currency, state.day))),
    cardGroups: cardGroups.map(({ name, prefix, length }) => ({ name, prefix, length })),
    cards: open.map(({ number, group, cash, bonus, points }) => ({
      ...{ cardnumber: number, group: nameOf(group) },
      ...{ cash: written(cash, currency), bonus: written(bonus, currency), points },
    })),
    campaigns: campaigns.map(({ condition, effect, ...campaign }) => ({
      ...campaign,
      condition: {
        ...condition,
        ...(condition.cardGroups ? { cardGroups: condition.cardGroups.map(nameOf) } : {}),
        ...(condition.minBasketSum === undefined ? {} : { minBasketSum: written(condition.minBasketSum, currency) }),
      },
      effect: effect.type === 'amount' ? { ...effect, amount: written(effect.amount, currency) } : effect,
    })),
    loyalty,
  };
  return file as unknown as SetupFile;
}

function leftOut({ people, terminals }: ShopState, closed: number): readonly string[] {
  const others = people.filter(({ role }) => !isSetUpRole(role)).length;
  const empty = terminals.filter(({ row }) => row === null).length;
  return [
    ...LEFT_OUT,
    ...(closed > 0 ? [`${closed} cards that are locked, expire, were merged, are below zero or ask for a code`] : []),
    ...(others > 0 ? [`${others} people with another role`] : []),
    ...(empty > 0 ? [`${empty} places without a terminal`] : []),
  ];
}

const isSetUpRole = (role: string): boolean => role === 'cashier' || role === 'manager' || role === 'readOnly';

/** Columns of a file that say nothing. */
const withoutEmpty = (cells: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(cells)
      .filter(([, text]) => text !== '')
      // The import of articles removes the apostrophe of a spreadsheet, so the export adds one.
      .map(([name, text]) => [name, text.startsWith("'") ? `'${text}` : text]),
  );

function terminalOf({ name, tid, row }: KnownTerminal): readonly object[] {
  if (row === null) return [];
  const { protocol, connection, currency, profile, sharedWith, handOver, options } = row;
  return [
    {
      ...{ name, protocol, connection },
      ...withoutNulls({ currency, profile, tid, shared: sharedWith }),
      ...{ handOver, options },
    },
  ];
}

const withoutNulls = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
