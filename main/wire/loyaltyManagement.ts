/**
 * The loyalty programme for its managers, below `/bridge/v1/loyalty`: card groups, cards, customers, campaigns, vouchers, and the
 * batches that make many of them. What a register does with a card is in `loyalty.ts`.
 */
import Type, { type Static } from 'typebox';
import { LARGEST_BALANCE, MOST_IN_BATCH } from './limits.ts';
import { fileFacts, fileQuery } from './listFiles.ts';
import { CustomerInput } from './loyalty.ts';
import { idOf, Money, nullable, Rate, Texts, Timestamp } from './shapes.ts';
import { shopText } from './shop.ts';
import { MerchantCard } from './transactions.ts';

const closed = { additionalProperties: false } as const;
const optional = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));
const Names = Type.Object({ de: shopText(100), en: shopText(100) }, closed);
const amount = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: LARGEST_BALANCE, description });
const Months = Type.Integer({ minimum: 1, maximum: 600, description: 'months' });
const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD' });

export const ExpiryRule = Type.Object(
  {
    cash: nullable(Months),
    bonus: nullable(Months),
    points: nullable(Months),
    until: Type.Enum(['day', 'yearEnd'], { description: 'to the day, or then to the end of that calendar year' }),
  },
  { ...closed, description: 'months that a credit lives; null: it does not expire' },
);

/**
 * Settings of a group that a manager changes; a member that is left out stays. Prefix and length are fixed once the
 * group has cards.
 */
export const CardGroupChange = Type.Object(
  {
    name: Type.Optional(Names),
    description: optional(shopText(1000)),
    prefix: Type.Optional(Type.String({ pattern: '^[0-9]{4,12}$', description: 'first digits of its cards' })),
    length: Type.Optional(Type.Integer({ minimum: 8, maximum: 30, description: 'digits of a card number' })),
    overdraft: Type.Optional(amount(0, 'how far the cash balance may go below zero, minor units')),
    balanceLimit: optional(amount(0, 'the most that may be on a card, minor units')),
    stockWarnLimit: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    cancelAny: Type.Optional(Type.Boolean({ description: 'any booking may be cancelled, not only the last' })),
    passcode: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 6,
        description:
          'new cards ask for it: 0 never, 1 always, 2 before paying, 3 before loading, 4 before revenue, 5 before spending points, 6 before giving points',
      }),
    ),
    cardMonths: optional(Months),
    balanceExpiry: optional(ExpiryRule),
    voucher: Type.Optional(
      Type.Boolean({ description: 'its cards are vouchers that the shop sells; one group may be' }),
    ),
  },
  closed,
);
export type CardGroupChange = Static<typeof CardGroupChange>;

export const CardGroupSettings = Type.Object({
  object: Type.Literal('loyalty.cardgroups'),
  id: idOf('CRG'),
  name: Type.Object({ de: Type.String(), en: Type.String() }),
  description: nullable(Type.String()),
  prefix: Type.String(),
  length: Type.Integer(),
  overdraft: Money,
  balanceLimit: nullable(Money),
  stockWarnLimit: nullable(Type.Integer()),
  cancelAny: Type.Boolean(),
  passcode: Type.Integer(),
  cardMonths: nullable(Type.Integer({ description: 'months after which a new card expires' })),
  balanceExpiry: nullable(ExpiryRule),
  voucher: Type.Boolean(),
});
export type CardGroupSettings = Static<typeof CardGroupSettings>;

const CardNumber = Type.String({ pattern: '^[0-9]{8,30}$' });
const Reason = Type.String({ minLength: 3, maxLength: 300, pattern: '\\S[\\s\\S]*\\S' });

export const NextExpiry = Type.Object(
  { day: Day, cash: Money, bonus: Money, points: Type.Integer() },
  { description: 'gone at the beginning of this business day, where nothing is spent before' },
);

const OtherCard = Type.Object({ id: idOf('MCD'), cardnumber: Type.String() });
/** A merchant card, and what only its managers ask for. */
export const ManagedCard = Type.Object(
  {
    ...MerchantCard.properties,
    lock: Type.Object({ reason: nullable(Type.Integer()), note: nullable(Type.String()) }),
    mergedInto: nullable(OtherCard),
    mergedFrom: Type.Array(OtherCard),
    nextExpiry: nullable(NextExpiry),
    heldBy: nullable(Type.String({ description: 'STX_… of the sale that holds something of it' })),
  },
  { additionalProperties: true },
);
export type ManagedCard = Static<typeof ManagedCard>;

/** Members of a new card; its number is a free one of the group where none is named. */
export const NewCard = Type.Object(
  {
    cardgroup: idOf('CRG'),
    cardnumber: Type.Optional(CardNumber),
    customer: optional(idOf('CUS')),
    expiryDate: optional(Day),
    passcode: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    stock: Type.Optional(Type.Enum(['active', 'stored'], { description: 'stored: not handed out yet' })),
  },
  closed,
);
export type NewCard = Static<typeof NewCard>;
export const MadeCard = Type.Object(
  { ...ManagedCard.properties, csc: Type.String({ description: 'to print on the card; answered here alone' }) },
  { additionalProperties: true },
);

export const CardChange = Type.Object(
  {
    cardgroup: Type.Optional(idOf('CRG')),
    customer: optional(idOf('CUS')),
    expiryDate: optional(Day),
    passcode: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    stock: Type.Optional(Type.Enum(['active', 'inactive', 'stored'])),
  },
  closed,
);
export type CardChange = Static<typeof CardChange>;

export const CardLock = Type.Object(
  {
    reason: Type.Integer({ description: '1 lost, 2 defect, 3 claims, 6 expired, 8 not activated' }),
    note: optional(shopText(300)),
  },
  closed,
);
export const CardUnlock = Type.Object({ reason: Reason }, closed);

const difference = Type.Optional(
  Type.Integer({
    minimum: -LARGEST_BALANCE,
    maximum: LARGEST_BALANCE,
    description: 'what is added; negative: taken off',
  }),
);
/** A correction is a booking of differences. */
export const CorrectionInput = Type.Object(
  {
    cash: difference,
    bonus: difference,
    points: difference,
    reason: Reason,
    seen: Type.Optional(
      Type.Object(
        { cash: Money, bonus: Money, points: Type.Integer() },
        { ...closed, description: 'the balances that the person saw; refused with 412 where they have changed since' },
      ),
    ),
  },
  closed,
);
export type CorrectionInput = Static<typeof CorrectionInput>;

export const MergeInput = Type.Object(
  {
    into: idOf('MCD'),
    oldNumber: Type.Optional(
      Type.Enum(['leads', 'locked'], {
        description: 'leads: the old number finds the other card; when left out it does, unless the old card is locked',
      }),
    ),
    reason: Reason,
  },
  closed,
);
export type MergeInput = Static<typeof MergeInput>;

export const CustomerChange = Type.Omit(CustomerInput, ['merchant', 'anonymize']);

export const Deleted = Type.Object({ deleted: Type.String({ description: 'id of what is gone' }) });

// Campaigns.
const percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 });
const names = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000, uniqueItems: true }),
);
export const ConditionInput = Type.Object(
  {
    cardGroups: names,
    articles: names,
    articleGroups: names,
    minQuantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    minBasketSum: Type.Optional(amount(1, 'minor units')),
    validFrom: Type.Optional(Timestamp),
    validTo: Type.Optional(Timestamp),
  },
  closed,
);
const EffectInput = Type.Union([
  Type.Object({ type: Type.Literal('percent'), percent }, closed),
  Type.Object({ type: Type.Literal('amount'), amount: amount(1, 'minor units, once for each basket') }, closed),
  Type.Object({ type: Type.Literal('pointsFactor'), factor: Type.Number({ minimum: 1, maximum: 100 }) }, closed),
  Type.Object({ type: Type.Literal('collect'), percent }, closed),
]);
const CampaignId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$' });
const EnglishName = Type.Optional(
  nullable({ ...shopText(255), description: 'name in English; without it `name` is for both languages' }),
);
const NamesByTax = (description: string) =>
  Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]{1,2}$' }), shopText(255), { description }));
const campaignMembers = {
  name: shopText(255),
  nameEn: EnglishName,
  nameByTax: NamesByTax('another name for the line of a tax rate, by its per cent'),
  nameByTaxEn: NamesByTax('the same in English'),
  condition: ConditionInput,
  effect: EffectInput,
  overlap: Type.Optional(
    Type.Enum(['add', 'best'], { description: 'best: of all that say so only the one that takes the most off counts' }),
  ),
};
export const NewCampaign = Type.Object({ id: CampaignId, ...campaignMembers }, closed);
export type NewCampaign = Static<typeof NewCampaign>;
/** `position` from 1: campaigns take off in their order, and what comes later gets the rest. */
export const CampaignChange = Type.Object(
  { ...campaignMembers, position: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) },
  closed,
);
export type CampaignChange = Static<typeof CampaignChange>;

const campaignWarnings = ['overlaps', 'everythingFree', 'noEnd', 'noCondition'] as const;
export const ManagedCampaign = Type.Object(
  {
    object: Type.Literal('loyalty.campaigns'),
    id: Type.String(),
    position: Type.Integer(),
    name: Type.String(),
    nameEn: EnglishName,
    condition: Type.Object({}, { additionalProperties: true }),
    effect: Type.Object({ type: Type.String() }, { additionalProperties: true }),
  },
  { additionalProperties: true },
);
export type ManagedCampaign = Static<typeof ManagedCampaign>;
export const CampaignAnswer = Type.Object(
  {
    ...ManagedCampaign.properties,
    warnings: Type.Array(
      Type.Object({
        warning: Type.Enum(campaignWarnings),
        campaigns: Type.Array(Type.String({ description: 'ids of the others' })),
        texts: Texts,
      }),
      { description: 'what a manager should look at; nothing of it is refused' },
    ),
  },
  { additionalProperties: true },
);
export type CampaignAnswer = Static<typeof CampaignAnswer>;

export const PreviewInput = Type.Object(
  {
    products: Type.Array(
      Type.Object(
        {
          code: Type.String({ minLength: 1, maxLength: 50, description: 'article number or EAN' }),
          quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
          price: Type.Optional(amount(0, 'of one, minor units; that of the article when left out')),
        },
        closed,
      ),
      { minItems: 1, maxItems: 500 },
    ),
    cardnumber: optional(Type.String({ minLength: 1, maxLength: 30 })),
    at: Type.Optional(Timestamp),
    campaign: Type.Optional(NewCampaign),
  },
  { ...closed, description: '`campaign`: one that is not stored yet, in the place of the stored one with its id' },
);
export type PreviewInput = Static<typeof PreviewInput>;

const refusals = ['cardGroup', 'notBegun', 'ended', 'minBasketSum', 'articles', 'minQuantity', 'nothingLeft'] as const;
export const Preview = Type.Object({
  sum: { ...Money, description: 'of the basket, minor units' },
  lines: Type.Array(
    Type.Object({
      campaign: Type.String(),
      name: Type.String(),
      nameEn: EnglishName,
      tax: Rate,
      discount: Money,
    }),
  ),
  discount: Money,
  bonusUsed: Money,
  cashUsed: Money,
  missing: { ...Money, description: 'what another tender pays' },
  points: Type.Integer({ description: 'what the card gets' }),
  bonusCollected: Money,
  campaigns: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      nameEn: EnglishName,
      applies: Type.Boolean(),
      why: nullable(Type.Enum(refusals)),
    }),
  ),
});
export type Preview = Static<typeof Preview>;

// Vouchers.
const VoucherCode = Type.String({ pattern: '^[A-Z0-9][A-Z0-9-]{3,39}$' });
const VoucherEffect = Type.Union([
  Type.Object({ type: Type.Literal('percent'), percent }, closed),
  Type.Object({ type: Type.Literal('amount'), amount: amount(1, 'minor units') }, closed),
]);
const voucherMembers = {
  name: shopText(255),
  nameEn: EnglishName,
  effect: VoucherEffect,
  condition: Type.Optional(ConditionInput),
};
export const NewVoucher = Type.Object({ code: Type.Optional(VoucherCode), ...voucherMembers }, closed);
export type NewVoucher = Static<typeof NewVoucher>;
export const VoucherChange = Type.Partial(Type.Object(voucherMembers), closed);
export type VoucherChange = Static<typeof VoucherChange>;
export const VoucherLock = Type.Object({ reason: Reason }, closed);
export const voucherStates = ['open', 'held', 'redeemed', 'locked'] as const;
export const Voucher = Type.Object({
  object: Type.Literal('loyalty.vouchers'),
  id: idOf('VCH'),
  code: Type.String(),
  name: nullable(Type.String()),
  nameEn: EnglishName,
  condition: Type.Object({}, { additionalProperties: true }),
  effect: Type.Object({ type: Type.String() }, { additionalProperties: true }),
  state: Type.Enum(voucherStates),
  sale: nullable(Type.String({ description: 'STX_… that holds or has redeemed it' })),
  lockNote: nullable(Type.String()),
  created: nullable(Timestamp),
  redeemed: nullable(Timestamp),
});
export type Voucher = Static<typeof Voucher>;

// Batches.
const Count = Type.Integer({ minimum: 1, maximum: MOST_IN_BATCH });
/** Consecutive numbers of the group: prefix, `first` and its successors filled with zeros, check digit. */
export const CardRange = Type.Object(
  {
    cardgroup: idOf('CRG'),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4,26}$',
        description: 'begins as the prefix of the group does; that one when left out',
      }),
    ),
    first: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '1 when left out' }),
    ),
    count: Count,
    expiryDate: optional(Day),
    stock: Type.Optional(Type.Enum(['active', 'stored'])),
  },
  closed,
);
export type CardRange = Static<typeof CardRange>;
export const ManyVouchers = Type.Object(
  { count: Count, prefix: Type.Optional(Type.String({ pattern: '^[A-Z0-9-]{0,20}$' })), ...voucherMembers },
  closed,
);
export type ManyVouchers = Static<typeof ManyVouchers>;

export const batchKinds = ['cardRange', 'cardFile', 'vouchers', 'voucherFile'] as const;
export const batchStates = ['preview', 'running', 'done', 'stopped', 'discarded'] as const;
const LineFault = Type.Object({ line: Type.Integer(), column: nullable(Type.String()), texts: Texts });
export const Batch = Type.Object({
  object: Type.Literal('loyalty.batches'),
  id: idOf('LCB'),
  kind: Type.Enum(batchKinds),
  state: Type.Enum(batchStates),
  created: Timestamp,
  ended: nullable(Timestamp),
  by: Type.String({ description: 'name of the person or client' }),
  total: Type.Integer({ description: 'cards or vouchers that are to be made' }),
  done: Type.Integer(),
  unchanged: Type.Integer({ description: 'lines of a file whose card or voucher is there already' }),
  opening: Type.Object(
    { cash: Money, bonus: Money, points: Type.Integer() },
    { description: 'balances that come with the cards of a file; cash: also the values of its vouchers' },
  ),
  faulty: Type.Integer({ description: 'lines of a file that cannot be read' }),
  faults: Type.Array(LineFault, { description: 'the first 1000 of them' }),
  first: nullable(Type.String({ description: 'first number or code that was made' })),
  last: nullable(Type.String()),
  problem: nullable(Texts),
});
export type Batch = Static<typeof Batch>;
/** Answer about a file that was looked at: the batch, and how the file was read, which is not kept. */
export const BatchPreview = Type.Object({
  ...Batch.properties,
  ...fileFacts,
  balances: Type.Optional(
    Type.Boolean({
      description: 'true: read as coupons, and the columns are those of cards that pay and keep their rest',
    }),
  ),
});
export type BatchPreview = Static<typeof BatchPreview>;
export const batchLists = ['cards', 'vouchers'] as const;
export const BatchFileQuery = Type.Object(
  {
    list: Type.Optional(Type.Enum(batchLists, { description: 'cards when left out' })),
    ...fileQuery,
    group: Type.Optional(Type.String({ description: 'card group of every line that names none' })),
    name: Type.Optional(Type.String({ description: 'name of every voucher that has none' })),
    valid_to: Type.Optional(Type.String({ description: 'last day of every card or voucher that has none' })),
  },
  { additionalProperties: true },
);
export type BatchFileQuery = Static<typeof BatchFileQuery>;
export const ApplyInput = Type.Optional(nullable(Type.Object({ skipFaulty: Type.Optional(Type.Boolean()) }, closed)));
