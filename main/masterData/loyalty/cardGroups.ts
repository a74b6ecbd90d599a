/** Card groups as their manager sets them: names, numbers, limits, passcodes, and how long cards and balances live. */
import { loyaltyCardsBy, maskCards } from '../../../drivers/masking/cardMask.ts';
import { DEFAULT_EXPIRY } from '../../domain/balanceExpiry.ts';
import { loyaltyCardNumber } from '../../domain/checkDigits.ts';
import type { CardGroup } from '../../wire/loyalty.ts';
import type { CardGroupChange, CardGroupSettings } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { CardGroupInner } from '../../world/loyalty.ts';
import { audited, type Change } from '../masterData.ts';
import type { InputFault } from '../shop.ts';
import { fault, type LoyaltyParts, refuseFaults } from './parts.ts';

const NEW_GROUP = { length: 16, limit: 0 } as const;
/** No payment card begins so. */
const FIRST_PREFIX = 9280;

/** Inside a job. Gives the id of the new group. */
export function createGroup(parts: LoyaltyParts, change: Change, input: CardGroupChange): string {
  const { merchant } = change;
  const { loyalty } = parts.data;
  const { name } = input;
  if (!name) throw new BridgeError('badInput', 'name is missing', { extra: { faults: [NAME_MISSING] } });
  const id = newId('CRG');
  const inner = innerOf({ ...NEW_GROUP, prefix: input.prefix ?? freePrefix(parts, merchant) }, input);
  refuseFaults(faultsOf(parts, merchant, id, name, inner));
  loyalty.groups.insert(merchant, documentOf(newDocument(id, merchant), input), inner);
  audit(parts, change, id, null);
  return id;
}

/** Inside a job; what is left out stays. */
export function changeGroup(parts: LoyaltyParts, change: Change, id: string, input: CardGroupChange): void {
  const { merchant } = change;
  const { data, tables } = parts;
  const known = data.loyalty.groups.find(merchant, id);
  const before = settingsOf(parts, merchant, id);
  if (!known || !before) throw new BridgeError('notFound', `there is no loyalty.cardgroups ${id}`);
  const inner = innerOf(known.inner, input);
  const { name = before.name } = input;
  const isOtherRange = inner.prefix !== known.inner.prefix || inner.length !== known.inner.length;
  const fixed = isOtherRange && tables.groupHasCards(id) ? [RANGE_FIXED] : [];
  refuseFaults([...fixed, ...faultsOf(parts, merchant, id, name, inner)]);
  data.loyalty.groups.save(merchant, documentOf(known.document, input), inner);
  audit(parts, change, id, before);
}

const NAME_MISSING = fault('name', 'Der Name fehlt.', 'The name is missing.');
const RANGE_FIXED = fault(
  'prefix',
  'Nummernkreis und Länge ändern sich nicht mehr, weil die Gruppe Karten hat.',
  'Prefix and length do not change any more, because the group has cards.',
);

function audit(parts: LoyaltyParts, change: Change, id: string, before: CardGroupSettings | null): void {
  const after = settingsOf(parts, change.merchant, id);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const action = before === null ? 'created' : 'changed';
  audited(parts.data, change, { kind: 'cardGroup', subject: id, action, before, after });
}

export function settingsOf({ tables }: LoyaltyParts, merchant: string, id: string): CardGroupSettings | null {
  const text = tables.groupBytes(merchant, id);
  return text === undefined ? null : JSON.parse(text.toString());
}

const newDocument = (id: string, merchant: string): CardGroup => ({
  ...({ object: 'loyalty.cardgroups', id, merchant: { object: 'general.merchants', id: merchant } } as const),
  ...{ display_name: '', display_name_raw: '', description: null, picture: null, stock_warn_limit: null },
  ...{ balance_limit: null, balance_expiry: false, cancel_selected: false },
});

function documentOf(known: CardGroup, input: CardGroupChange): CardGroup {
  const { name, description, balanceLimit, stockWarnLimit, cancelAny, balanceExpiry } = input;
  const stays = <T>(sent: T | undefined, was: T): T => (sent === undefined ? was : sent);
  return {
    ...known,
    display_name: name?.de ?? known.display_name,
    display_name_raw: name?.de ?? known.display_name_raw,
    description: stays(description, known.description),
    balance_limit: stays(balanceLimit, known.balance_limit),
    stock_warn_limit: stays(stockWarnLimit, known.stock_warn_limit),
    cancel_selected: cancelAny ?? known.cancel_selected,
    balance_expiry: balanceExpiry === undefined ? known.balance_expiry : balanceExpiry !== null,
  };
}

function innerOf(known: CardGroupInner, input: CardGroupChange): CardGroupInner {
  const { name, prefix, length, overdraft, passcode, cardMonths, balanceExpiry, voucher } = input;
  return {
    ...known,
    ...(name === undefined ? {} : { nameEn: name.en }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(length === undefined ? {} : { length }),
    ...(overdraft === undefined ? {} : { limit: overdraft }),
    ...(passcode === undefined ? {} : { passcode }),
    ...(cardMonths === undefined ? {} : { cardMonths }),
    ...(voucher === undefined ? {} : { voucher }),
    ...(balanceExpiry == null ? {} : { expiry: balanceExpiry }),
  };
}

function faultsOf(
  parts: LoyaltyParts,
  merchant: string,
  id: string,
  name: CardGroupSettings['name'],
  { prefix, length, expiry = DEFAULT_EXPIRY, voucher = false }: CardGroupInner,
): readonly InputFault[] {
  const others = parts.data.loyalty.groups.all(merchant).filter(({ document }) => document.id !== id);
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  return [
    ...(others.some(({ document }) => same(document.display_name, name.de))
      ? [fault('name.de', 'So heißt schon eine andere Gruppe.', 'Another group has this name already.')]
      : []),
    ...(length < prefix.length + 3
      ? [
          fault(
            'length',
            'Hinter den ersten Ziffern bleiben zu wenige für die Nummer und ihre Prüfziffer.',
            'Behind the prefix too few digits are left for the number and its check digit.',
          ),
        ]
      : []),
    ...(voucher && others.some(({ inner }) => inner.voucher === true)
      ? [
          fault(
            'voucher',
            'Eine andere Gruppe enthält schon die Gutscheine dieses Geschäfts.',
            'Another group holds the vouchers of this shop already.',
          ),
        ]
      : []),
    ...paymentLike(parts, prefix, length),
    ...(expiry.cash === null && expiry.bonus === null && expiry.points === null
      ? [
          fault(
            'balanceExpiry',
            'Kein Konto verfällt: bitte eine Frist nennen.',
            'Nothing expires: please name a time.',
          ),
        ]
      : []),
  ];
}

/** Numbers that look like payment cards are masked everywhere, so nobody could use them. */
function paymentLike({ prefixes }: LoyaltyParts, prefix: string, length: number): readonly InputFault[] {
  const digits = length - prefix.length - 1;
  if (digits < 1) return [];
  const number = loyaltyCardNumber(prefix, '1'.repeat(digits));
  if (maskCards(number, loyaltyCardsBy(prefixes)) === number) return [];
  return [
    fault(
      'prefix',
      `Nummern mit ${prefix} sehen aus wie Zahlungskarten und würden überall verdeckt: bitte andere erste Ziffern nehmen (zum Beispiel ${FIRST_PREFIX}), oder sie in der Einstellung loyaltyPrefixes nennen.`,
      `Numbers with ${prefix} look like payment cards and would be masked everywhere: please take another prefix (for example ${FIRST_PREFIX}), or name it in the setting loyaltyPrefixes.`,
    ),
  ];
}

function freePrefix({ data }: LoyaltyParts, merchant: string): string {
  const used = new Set(data.loyalty.groups.all(merchant).map(({ inner }) => inner.prefix));
  let prefix = FIRST_PREFIX;
  while (used.has(String(prefix))) prefix += 1;
  return String(prefix);
}
