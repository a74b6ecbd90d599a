/** Vouchers: each takes its value off one basket, once. */
import type { Loyalty } from '../world/loyalty.ts';
import type { Database } from './database.ts';

export type Vouchers = Pick<Loyalty, 'voucher' | 'holdVoucher' | 'endVouchers'>;

export function createVouchers(db: Database): Vouchers {
  const byCode = db.prepare<{ code: string; definition: string; sale: string | null }>(
    'SELECT code, definition, sale FROM voucher WHERE merchant = ? AND code = ?',
  );
  const hold = db.prepare('UPDATE voucher SET sale = ? WHERE merchant = ? AND code = ? AND sale IS NULL');
  const redeem = db.prepare('UPDATE voucher SET redeemed = 1 WHERE sale = ?');
  const free = db.prepare('UPDATE voucher SET sale = NULL, redeemed = 0 WHERE sale = ?');

  return {
    voucher(merchant, code) {
      const row = byCode.get(merchant, code);
      if (!row) return null;
      return { code: row.code, sale: row.sale, campaign: { id: `voucher-${code}`, ...JSON.parse(row.definition) } };
    },
    holdVoucher: (merchant, code, sale) => void hold.run(sale, merchant, code),
    endVouchers: (sale, state) => void (state === 'redeemed' ? redeem : free).run(sale),
  };
}
