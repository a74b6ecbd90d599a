/** The facts of the shop: read, checked, changed, and made with a new merchant. */

import { newAgreement } from '../agreements/documents.ts';
import { newShop } from '../agreements/shops.ts';
import type { Language } from '../domain/money.ts';
import { isZone, zoneOf } from '../domain/openHours.ts';
import { taxLines } from '../domain/taxLines.ts';
import type { StoredFacts } from '../store/shopFacts.ts';
import { contactForms } from '../wallet/contactForms.ts';
import { contractMethods } from '../wire/limits.ts';
import type { ShopFacts, ShopInput } from '../wire/shop.ts';
import type { AddressInput } from '../wire/shops.ts';
import { machineZone, timestamp } from '../world/clock.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';
import { defaultTaxRates } from './taxRates.ts';

/** A fault of an input, with its place and in both languages. */
export interface InputFault {
  readonly path: string;
  readonly texts: { readonly de: string; readonly en: string };
}

export type ShopChanges = Partial<ShopInput> & { readonly loyalty?: boolean };

const NOTHING: Omit<StoredFacts, 'timeZone'> = {
  ...{ company: null, street: null, zip: null, city: null, country: 'DE', taxNumber: null, vatId: null },
  ...{ phone: null, email: null, website: null, language: 'de', dayStart: '00:00' },
  ...{ receiptHead: [], receiptFoot: [], loyalty: true, cashRounding: null },
};

/** A shop that was made before there were facts has those of its merchant row and of the machine. */
export function readShop({ merchants, shopStore }: Pick<MasterData, 'merchants' | 'shopStore'>, id: string): ShopFacts {
  const { name, currency, address } = merchants.merchant(id);
  const [street = null, place = ''] = address;
  const [, zip = null, city = place || null] = /^(\d{4,5})\s+(.+)$/.exec(place) ?? [];
  const stored: Partial<StoredFacts> = shopStore.facts(id) ?? { street, zip, city };
  return {
    object: 'shop.facts',
    id,
    name,
    currency,
    ...NOTHING,
    ...stored,
    timeZone: stored.timeZone ?? machineZone(),
  };
}

/** Address lines of the receipt, below the name: address and tax numbers, which a customer needs for the books. */
export const addressLines = ({
  company,
  name,
  street,
  zip,
  city,
  taxNumber,
  vatId,
  language,
}: ShopFacts): readonly string[] =>
  [
    company !== name ? company : null,
    street,
    [zip, city].filter(Boolean).join(' '),
    ...taxLines({ taxNumber, vatId }, language),
  ].filter((line): line is string => line !== null && line !== '');

/** The lines above a receipt: name, address, and what the shop says about itself. */
export const receiptShop = (shop: ShopFacts): readonly string[] => [
  shop.name,
  ...addressLines(shop),
  ...shop.receiptHead,
];

/** A new shop with what is left out filled in. */
export function completeShop(
  id: string,
  { loyalty = true, ...input }: ShopInput & { readonly loyalty?: boolean },
): ShopFacts {
  const country = input.country ?? 'DE';
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const timeZone = input.timeZone ?? zoneOf(country, machineZone());
  const facts = { ...NOTHING, currency: 'EUR', dayStart: '00:00', language: languageOf(country), loyalty } as const;
  return { object: 'shop.facts', id, ...facts, ...(given as ShopInput), country, timeZone } as ShopFacts;
}

const languageOf = (country: string): Language => (['DE', 'AT', 'CH', 'LI', 'LU'].includes(country) ? 'de' : 'en');

/** The shop with these changes; what is left out stays, null takes a fact away. */
export const changedShop = (shop: ShopFacts, changes: ShopChanges): ShopFacts =>
  ({ ...shop, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }) as ShopFacts;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Faults that the schema cannot see. `path` is put before the name of the member. */
export function shopFaults(shop: ShopFacts, path = 'shop'): readonly InputFault[] {
  const { country, currency, timeZone, email } = shop;
  const faults: InputFault[] = [];
  const fault = (member: string, de: string, en: string) =>
    faults.push({ path: `${path}.${member}`, texts: { de, en } });
  if (contactForms.countryCode(country) !== country)
    fault(
      'country',
      `${country} ist kein Land (ISO 3166-1, zwei Buchstaben).`,
      `${country} is not a country (ISO 3166-1, two letters).`,
    );
  if (!CURRENCIES.has(currency))
    fault('currency', `${currency} ist keine Währung (ISO 4217).`, `${currency} is not a currency (ISO 4217).`);
  if (!isZone(timeZone))
    fault(
      'timeZone',
      `${timeZone} ist keine Zeitzone (zum Beispiel Europe/Berlin).`,
      `${timeZone} is not a time zone (for example Europe/Berlin).`,
    );
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    fault('email', `${email} ist keine Mail-Adresse.`, `${email} is not a mail address.`);
  return faults;
}

/** Facts that an audit of the business will ask for; the shop sells without them. */
export function shopWarnings({ street, zip, city, country, taxNumber, vatId, name }: ShopFacts): readonly InputFault[] {
  const warnings: InputFault[] = [];
  const missing = (member: string, de: string, en: string) =>
    warnings.push({ path: `shop.${member}`, texts: { de, en } });
  if (!street || !zip || !city)
    missing(
      'street',
      'Die Anschrift fehlt; sie muss auf jedem Bon stehen.',
      'The address is missing; every receipt must show it.',
    );
  if (!taxNumber && !vatId)
    missing(
      'taxNumber',
      'Steuernummer oder USt-IdNr. fehlt; eine Prüfung fragt danach.',
      'The tax number or VAT id is missing; an audit asks for it.',
    );
  if (name.length > 60)
    missing(
      'name',
      'Ein Name über 60 Zeichen wird im Kassendaten-Export gekürzt.',
      'A name of more than 60 characters is cut in the export for the tax office.',
    );
  if (country === 'DE')
    missing(
      'country',
      'Diese Version hat keine TSE: In Deutschland darf damit nicht ohne eigene TSE verkauft werden.',
      'This version has no TSE: in Germany it must not sell without one.',
    );
  if (country === 'AT')
    missing(
      'country',
      'Diese Version signiert keine Belege nach der RKSV: Wer in Österreich eine Registrierkasse haben muss, darf damit nicht ohne eigene Signatureinheit verkaufen.',
      'This version signs no receipts by the RKSV: in Austria a business that has to have a cash register must not sell without a signing unit of its own.',
    );
  if (country === 'CH')
    missing(
      'country',
      'In der Schweiz wird bar auf 5 Rappen gerundet. Wer der Mehrwertsteuer untersteht, braucht seine MWST-Nummer (CHE-…) auf dem Bon; Belege sind zehn Jahre aufzubewahren.',
      'In Switzerland cash is rounded to 0.05. A business that is liable to VAT needs its VAT number (CHE-…) on the receipt; receipts are kept for ten years.',
    );
  return warnings;
}

/** Inside a job: a new merchant with its contracts, its first store and its facts. Gives the merchant's id. */
export function createShop(
  data: MasterData,
  actor: Change['actor'],
  input: ShopInput & { readonly loyalty?: boolean },
): string {
  const merchant = newId('MRC');
  const shop = completeShop(merchant, input);
  data.merchants.putMerchant({ id: merchant, name: shop.name, address: addressLines(shop), currency: shop.currency });
  keepFacts(data, shop);
  addContract(data, shop);
  const { document, inner } = newShop(merchant, newId('STO'), storeInput(shop), data.now(), true);
  data.shops.insert(merchant, document, inner);
  data.shopStore.replaceTaxRates(merchant, defaultTaxRates(shop.country));
  audited(data, { merchant, actor }, { kind: 'shop', subject: merchant, action: 'created', before: null, after: shop });
  return merchant;
}

/** Inside a job. Null where nothing changes. */
export function changeShop(data: MasterData, change: Change, changes: ShopChanges): ShopFacts | null {
  const before = readShop(data, change.merchant);
  const after = changedShop(before, changes);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const { id, name, currency } = after;
  // First the facts: the merchant is read anew with them.
  keepFacts(data, after);
  data.merchants.putMerchant({ id, name, currency, address: addressLines(after) });
  changeStore(data, after);
  audited(data, change, { kind: 'shop', subject: id, action: 'changed', before, after });
  return after;
}

function keepFacts(
  { shopStore }: MasterData,
  { object: _, id, name: _name, currency: _currency, ...facts }: ShopFacts,
) {
  shopStore.keepFacts(id, facts);
}

/**
 * The agreement names every method. Which of them somebody stands behind is known by the processor alone: without an
 * upstream service none is served, and with one, also one that is configured later, they go through.
 */
function addContract({ agreements, nextNumber, now }: MasterData, { id, name, currency }: ShopFacts): void {
  const general = newId('GCR');
  const pair = newAgreement({
    ...{ general, payment: newId('PCR'), number: nextNumber('general.contracts'), created: timestamp(now()) },
    ...{ merchant: { id, name }, parent: null, project: null, approved: true, payIn: null, event: null },
  });
  agreements.general.insert(id, pair.general, {
    ...{ recurring: true, uniqueOrderIds: false, methods: contractMethods, currencies: [currency], pushUrl: null },
    ...{ account: null, apikeyHash: null, ended: null, identification: null, iframe: {}, onboarding: {} },
  });
  agreements.payment.insert(id, pair.payment, { general });
}

/** The default store carries the name and address of the shop. */
function changeStore({ shops, now }: MasterData, shop: ShopFacts): void {
  const store = shops.defaultOf(shop.id);
  const found = store === null ? null : shops.find(shop.id, store);
  if (store === null || !found) return;
  const made = newShop(shop.id, store, storeInput(shop), now(), true).document;
  const { name, name_raw, store_name, address_components, address_formatted } = made;
  const document = { ...found.document, name, name_raw, store_name, address_components, address_formatted };
  const inner = { ...found.inner, zone: shop.timeZone, country: shop.country, trueUntil: 0 };
  shops.save(shop.id, { ...document, updated: timestamp(now()) }, inner);
}

function storeInput({ name, street, zip, city, country, timeZone }: ShopFacts) {
  const address: AddressInput = { street, postal_code: zip, city, country };
  return { name, address, time_zone: timeZone };
}
