/**
 * Cards and vouchers as files that import again unchanged, also after a spreadsheet has saved them: UTF-8 with its mark,
 * semicolons, and an apostrophe before numbers and codes, which a spreadsheet would round, shorten or take for a day.
 */
import { writtenAmount } from '../../domain/writtenAmount.ts';
import { cardColumns, voucherColumns } from '../../wire/listFiles.ts';
import type { Voucher } from '../../wire/loyaltyManagement.ts';
import { headLine, held, safeCell, tableLines } from '../listExport.ts';
import { readShop } from '../shop.ts';
import { type ListedState, stateWords } from './listedState.ts';
import type { LoyaltyParts } from './parts.ts';

const PAGE = 500;

/**
 * Cards with their state and last day, without a code or a debt, which no list can bring; cards that another one took over are left
 * out. Vouchers of a value that were sold are cards.
 */
export function* exportCards({ data, world: { loyalty } }: LoyaltyParts, merchant: string): Generator<string> {
  const { currency } = data.merchants.merchant(merchant);
  yield headLine(cardColumns);
  for (const { document: group } of loyalty.groups.all(merchant))
    for (let last = 0; ; ) {
      const rows = loyalty.cardsOfGroup(group.id, last, PAGE);
      if (rows.length === 0) break;
      last = rows.at(-1)?.number ?? last;
      yield tableLines(
        rows.flatMap(({ id }) => {
          const found = loyalty.merchantCard(merchant, id);
          if (!found || loyalty.finalCard(id) !== id) return [];
          const { card, cash_balance: cash, bonus_balance: bonus, points, ...facts } = found.merchantcard;
          if (facts.passcode !== 0 || Math.min(cash, bonus, points) < 0) return [];
          const money = [cash, bonus].map(amount => writtenAmount(amount, currency));
          const lock = facts.lock_status === 'locked' ? loyalty.lockOf(id).reason : undefined;
          const state = stateWords(facts.stock_status as ListedState['stock'], lock);
          return [
            [
              held(card.cardnumber),
              safeCell(group.display_name),
              ...money,
              String(points),
              state,
              facts.expiry_date ?? '',
            ],
          ];
        }),
      );
    }
}

/** Vouchers that nobody has used. Conditions but the last day are those of this shop, and in no file. */
export function* exportVouchers({ data, tables }: LoyaltyParts, merchant: string): Generator<string> {
  const { currency } = data.merchants.merchant(merchant);
  const { timeZone } = readShop(data, merchant);
  const days = new Intl.DateTimeFormat('en-CA', { timeZone });
  yield headLine(voucherColumns);
  for (let last = ''; ; ) {
    const rows = tables.unusedVouchers(merchant, last, PAGE);
    if (rows.length === 0) return;
    last = rows.at(-1)?.code ?? last;
    yield tableLines(rows.map(voucher => voucherCells(voucher, currency, days)));
  }
}

function voucherCells(
  { code, name, nameEn, condition, effect, state }: Voucher,
  currency: string,
  days: Intl.DateTimeFormat,
): readonly string[] {
  const { amount, percent = 0 } = effect as { readonly amount?: number; readonly percent?: number };
  const { validTo } = condition as { readonly validTo?: string };
  const value = amount === undefined ? String(percent).replace('.', ',') : writtenAmount(amount, currency);
  return [
    ...[held(code), value, amount === undefined ? 'percent' : 'amount', safeCell(name ?? ''), safeCell(nameEn ?? '')],
    validTo ? days.format(Date.parse(validTo) - 1) : '',
    state,
  ];
}
