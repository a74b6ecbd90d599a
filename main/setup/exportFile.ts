/** The set-up of a shop as a set-up file without secrets: it goes to another till, and imports again where it came from. */
import { exponentOf } from '../domain/money.ts';
import { SETUP_VERSION, type SetupFile } from '../wire/setup.ts';
import { screenClientId } from '../world/demoIds.ts';
import type { KnownTerminal, ShopState } from './shopState.ts';

/** Balances of cards are no set-up and stay; people come without their PIN and clients without their secret. */
export function exportFile(state: ShopState): SetupFile {
  const { shop, taxRates, people, clients, terminals, tills, groups, articles, cardGroups, campaigns } = state;
  if (shop === null) return { version: SETUP_VERSION };
  const { object: _, id: __, loyalty, ...facts } = shop;
  const { currency } = shop;
  const nameOf = (id: string) => cardGroups.find(group => group.id === id)?.name ?? id;
  const file = {
    version: SETUP_VERSION,
    shop: withoutNulls(facts),
    taxRates,
    people: people.flatMap(({ username, name, role }) =>
      role === 'cashier' || role === 'manager' || role === 'readOnly' ? [{ username, name, role }] : [],
    ),
    clients: clients
      .filter(({ id }) => id !== screenClientId)
      .map(({ id, scope }) => ({ id, scopes: scope.split(' ').filter(one => one !== 'control') }))
      // A client that only controls a demo has no place in a set-up.
      .filter(({ scopes }) => scopes.length > 0),
    terminals: terminals.flatMap(terminalOf),
    tills: tills.map(({ name, uuid, terminal }) => ({
      name,
      ...(uuid === null ? {} : { uuid }),
      terminal: terminal?.name ?? null,
    })),
    groups: groups.map(({ id, parent, name }) => ({ id, name, ...(parent === null ? {} : { parent }) })),
    articles: [...articles.values()].map(({ article }) => ({
      ...{
        number: article.articleNumber,
        ean: [article.ean, ...(article.eans ?? [])].join(' '),
        name: article.desc,
        name_en: article.descEn,
      },
      ...{ group: article.group.at(-1)?.id ?? '', price: written(article.price, currency), tax: String(article.tax) },
    })),
    cardGroups: cardGroups.map(({ name, prefix, length }) => ({ name, prefix, length })),
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

/** Major units, as the same file is read: `2.90`. */
function written(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const cut = digits.length - exponent;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, cut)}${exponent > 0 ? `.${digits.slice(cut)}` : ''}`;
}
