/** Vouchers: each takes its value off one basket, once. What a sale has used, or holds, is changed no more. */
import { isDeepStrictEqual } from 'node:util';
import type { Campaign } from '../../domain/campaigns.ts';
import type { NewVoucher, Voucher, VoucherChange } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId, newVoucherCode } from '../../world/ids.ts';
import { audited, type Change } from '../masterData.ts';
import { conditionFaults } from './campaigns.ts';
import { fault, type LoyaltyParts, refuseFaults, requireOwnBalances } from './parts.ts';

type VoucherFacts = Pick<NewVoucher, 'name' | 'nameEn' | 'effect' | 'condition'>;

/** Inside a job. Gives the VCH_… */
export function createVoucher(parts: LoyaltyParts, change: Change, { code: wanted, ...facts }: NewVoucher): string {
  requireOwnBalances(parts, 'a voucher');
  refuseVoucherFaults(parts, change.merchant, facts);
  const code = wanted ?? freeCode(parts, change.merchant, '');
  if (parts.tables.hasVoucher(change.merchant, code))
    refuseFaults([fault('code', 'Diese Nummer hat schon ein Gutschein.', 'A voucher has this code already.')]);
  const article = parts.data.articles.byCode(change.merchant, code)?.article;
  if (article)
    refuseFaults([
      fault(
        'code',
        `Diesen Code hat der Artikel ${article.number} ${article.name.de}; die Kasse würde ihn verkaufen.`,
        `The article ${article.number} ${article.name.en} has this code; the till would sell it.`,
      ),
    ]);
  const id = insertVoucher(parts, change.merchant, code, facts);
  const after = { code, ...facts };
  audited(parts.data, change, { kind: 'voucher', subject: code, action: 'created', before: null, after });
  return id;
}

export const refuseVoucherFaults = (
  parts: LoyaltyParts,
  merchant: string,
  { condition = {} }: Pick<VoucherFacts, 'condition'>,
) => refuseFaults(conditionFaults(parts, merchant, condition as Campaign['condition'], 'condition'));

/** Inside a job, without an entry of the audit log. */
export function insertVoucher(
  { tables, world }: LoyaltyParts,
  merchant: string,
  code: string,
  { name, nameEn, effect, condition = {} }: VoucherFacts,
): string {
  const id = newId('VCH');
  tables.insertVoucher(
    merchant,
    id,
    code,
    { name, ...(nameEn ? { nameEn } : {}), condition, effect },
    world.clock.now(),
  );
  return id;
}

/** A code that nobody can guess and that no other voucher has. */
export function freeCode({ tables }: Pick<LoyaltyParts, 'tables'>, merchant: string, prefix: string): string {
  const code = `${prefix}${newVoucherCode()}`;
  return tables.hasVoucher(merchant, code) ? freeCode({ tables }, merchant, prefix) : code;
}

/** Inside a job; what is left out stays. */
export function changeVoucher(parts: LoyaltyParts, change: Change, id: string, input: VoucherChange): void {
  const before = unused(parts, change.merchant, id);
  const { name, nameEn, effect, condition } = before;
  const was = { name, ...(nameEn ? { nameEn } : {}), effect, condition };
  const { nameEn: english, ...changed } = { ...was, ...input };
  const after = { ...changed, ...(english ? { nameEn: english } : {}) } as VoucherFacts;
  refuseVoucherFaults(parts, change.merchant, after);
  if (isDeepStrictEqual(was, after)) return;
  parts.tables.changeVoucher(change.merchant, id, after);
  audited(parts.data, change, { kind: 'voucher', subject: before.code, action: 'changed', before: was, after });
}

/** Inside a job. */
export function setVoucherLock(
  parts: LoyaltyParts,
  change: Change,
  id: string,
  status: 'locked' | 'unlocked',
  reason: string,
): void {
  const { code, lockNote } =
    status === 'locked' ? unused(parts, change.merchant, id) : voucherOf(parts, change.merchant, id);
  if ((lockNote !== null) === (status === 'locked')) return;
  parts.tables.lockVoucher(change.merchant, id, status === 'locked' ? reason : null);
  const [before, after] = [{ locked: lockNote !== null }, { locked: status === 'locked' }];
  audited(parts.data, change, { kind: 'voucher', subject: code, action: status, before, after, reason });
}

function voucherOf({ tables }: LoyaltyParts, merchant: string, id: string): Voucher {
  const voucher = tables.voucher(merchant, id);
  if (!voucher) throw new BridgeError('notFound', `there is no loyalty.vouchers ${id}`);
  return voucher;
}

function unused(parts: LoyaltyParts, merchant: string, id: string): Voucher {
  const voucher = voucherOf(parts, merchant, id);
  if (voucher.sale !== null)
    throw new BridgeError('voucherHeld', `the voucher ${voucher.code} is ${voucher.state} by ${voucher.sale}`);
  return voucher;
}
