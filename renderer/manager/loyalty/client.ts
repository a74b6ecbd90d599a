/** The bridge's calls for the page of the loyalty programme. They reject like the calls of the screen. */
import type { Customer, CustomerInput, LoyaltyTransaction } from '../../../main/wire/loyalty.ts';
import type {
  Batch,
  BatchPreview,
  CampaignAnswer,
  CampaignChange,
  CardChange,
  CardGroupChange,
  CardGroupSettings,
  CardRange,
  CorrectionInput,
  ManagedCampaign,
  ManagedCard,
  ManyVouchers,
  MergeInput,
  NewCampaign,
  NewCard,
  NewVoucher,
  Preview,
  PreviewInput,
  Voucher,
  VoucherChange,
} from '../../../main/wire/loyaltyManagement.ts';
import type { MerchantCard } from '../../../main/wire/transactions.ts';
import type { BridgeClient } from '../../bridge/client.ts';
import type { Rows } from '../../data/useRows.ts';

const PATH = '/bridge/v1/loyalty';
/** Rows of one page of a list. */
export const PAGE = 20;

export type LoyaltyClient = ReturnType<typeof createLoyaltyClient>;

/** A condition of the list language; signs of the language in what people type are taken literally. */
const condition = (property: string, typed: string): string =>
  typed === '' ? '' : `&q=${encodeURIComponent(`${property}:${typed.replace(/[^\p{L}\p{N}.@_-]/gu, '?')}*`)}`;

type Calls = Pick<BridgeClient, 'ask' | 'exchange' | 'file' | 'versioned'>;

export function createLoyaltyClient({ ask, exchange, file: fileAt, versioned }: Calls) {
  const list = <T>(what: string, q: string, offset: number, sort = ''): Promise<Rows<T>> =>
    ask('GET', `${PATH}/${what}?count=${PAGE}&offset=${offset}${q}${sort}`);
  const put = async <T>(path: string, body: unknown, version: string | null) =>
    (await versioned<T>('PUT', `${PATH}/${path}`, body, version)).value;
  const post = <T>(path: string, body: unknown = {}): Promise<T> => ask('POST', `${PATH}/${path}`, body);
  const one = <T>(path: string) => versioned<T>('GET', `${PATH}/${path}`);
  return {
    groups: () => ask<Rows<CardGroupSettings>>('GET', `${PATH}/card-groups?count=1000`),
    group: (id: string) => one<CardGroupSettings>(`card-groups/${id}`),
    makeGroup: (body: CardGroupChange) => post<CardGroupSettings>('card-groups', body),
    changeGroup: (id: string, body: CardGroupChange, version: string | null) =>
      put<CardGroupSettings>(`card-groups/${id}`, body, version),

    cards: (typed: string, offset: number) => list<MerchantCard>('cards', condition('card.cardnumber', typed), offset),
    cardsOf: (customer: string) =>
      ask<Rows<MerchantCard>>('GET', `${PATH}/cards?count=100&q=${encodeURIComponent(`customer.id:${customer}`)}`),
    /** Also by the number of a card that was merged; null: there is none. */
    async cardByNumber(number: string): Promise<string | null> {
      const q = encodeURIComponent(`card.cardnumber:${number}`);
      const { data } = await ask<Rows<MerchantCard>>('GET', `${PATH}/cards?count=1&q=${q}`);
      return data[0]?.id ?? null;
    },
    card: (id: string) => one<ManagedCard>(`cards/${id}`),
    bookings: (id: string) => ask<Rows<LoyaltyTransaction>>('GET', `${PATH}/cards/${id}/bookings?count=30`),
    makeCard: (body: NewCard) => post<ManagedCard & { readonly csc: string }>('cards', body),
    changeCard: (id: string, body: CardChange, version: string | null) =>
      put<ManagedCard>(`cards/${id}`, body, version),
    lock: (id: string, reason: number, note: string) =>
      post<ManagedCard>(`cards/${id}/lock`, { reason, note: note.trim() || null }),
    unlock: (id: string, reason: string) => post<ManagedCard>(`cards/${id}/unlock`, { reason }),
    correct: (id: string, body: CorrectionInput) => post<ManagedCard>(`cards/${id}/corrections`, body),
    merge: (id: string, body: MergeInput) => post<ManagedCard>(`cards/${id}/merge`, body),

    makeRange: (body: CardRange) => post<Batch>('batches/range', body),
    readFile: async (file: Blob, query: string): Promise<BatchPreview> => {
      const headers = { 'Content-Type': 'application/octet-stream' };
      const path = `${PATH}/batches/file?${query}`;
      return (await exchange<BatchPreview>('POST', path, { body: file, headers })).value;
    },
    exported: (list: 'cards' | 'vouchers') => fileAt(`${PATH}/${list}/export`),
    applyFile: (id: string, skipFaulty: boolean) => post<Batch>(`batches/${id}/apply`, { skipFaulty }),
    stopBatch: (id: string) => post<Batch>(`batches/${id}/stop`),
    batch: (id: string) => ask<Batch>('GET', `${PATH}/batches/${id}`),

    campaigns: (offset: number) => list<ManagedCampaign>('campaigns', '', offset, '&sort=position:asc'),
    campaign: (id: string) => one<CampaignAnswer>(`campaigns/${encodeURIComponent(id)}`),
    makeCampaign: (body: NewCampaign) => post<CampaignAnswer>('campaigns', body),
    changeCampaign: (id: string, body: CampaignChange, version: string | null) =>
      put<CampaignAnswer>(`campaigns/${encodeURIComponent(id)}`, body, version),
    endCampaign: (id: string) => post<CampaignAnswer>(`campaigns/${encodeURIComponent(id)}/end`),
    preview: (body: PreviewInput) => post<Preview>('campaigns/preview', body),

    vouchers: (typed: string, offset: number) => list<Voucher>('vouchers', condition('code', typed), offset),
    voucher: (id: string) => one<Voucher>(`vouchers/${id}`),
    makeVoucher: (body: NewVoucher) => post<Voucher>('vouchers', body),
    makeVouchers: (body: ManyVouchers) => post<Batch>('vouchers/many', body),
    /** Asks for a reason, because value is given away. What a sale holds or has used meanwhile is refused. */
    changeVoucher: (id: string, body: VoucherChange) => ask<Voucher>('PUT', `${PATH}/vouchers/${id}`, body),
    lockVoucher: (id: string, locked: boolean, reason: string) =>
      post<Voucher>(`vouchers/${id}/${locked ? 'lock' : 'unlock'}`, { reason }),

    customers: (typed: string, offset: number) =>
      list<Customer>('customers', condition(/^\d/.test(typed) ? 'customernumber' : 'contact.surname', typed), offset),
    customer: (id: string) => one<Customer>(`customers/${id}`),
    makeCustomer: (body: CustomerInput) => post<Customer>('customers', body),
    changeCustomer: (id: string, body: CustomerInput, version: string | null) =>
      put<Customer>(`customers/${id}`, body, version),
    forget: (id: string) => post<Customer>(`customers/${id}/anonymise`),
  };
}
