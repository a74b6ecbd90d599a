/**
 * Heads of the price lists of other systems, by our column, of several in one file the better one first: Loyverse, Square, Shopify,
 * WooCommerce, opensourcepos, Shopware, JTL-Wawi, and tills of German shops. Spelling (case, blanks, dots) does not count.
 */
import type { ImportColumn } from '../../wire/articles.ts';

export const foreignHeads: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  number: [
    ...['artikel_nr', 'art_nr', 'artnr', 'artikelnr', 'item_number', 'item_no', 'variant_sku', 'product_number'],
    ...['ordernumber', 'order_number', 'bestellnummer', 'produktnummer', 'product_code', 'artikel_id', 'plu_nummer'],
    ...['reference_handle', 'token', 'id'],
  ],
  ean: [
    ...['variant_barcode', 'gtin_ean', 'ean_gtin', 'ean_code', 'ean13', 'gtin_upc_ean_or_isbn', 'upc_ean', 'upc'],
    ...['upc_ean_isbn', 'upc_ean_isbn_gtin', 'barcodes', 'bar_code', 'ean_nummer', 'scancode'],
  ],
  name: [
    ...['item_name', 'product_name', 'artikelname', 'artikelbezeichnung', 'translations_default_name', 'title'],
    ...['produktname', 'bezeichnung_1', 'artikeltext', 'kassentext', 'bontext', 'kurztext', 'text', 'produkt'],
    ...['product', 'article_name', 'beschreibung', 'description', 'desc', 'short_description'],
  ],
  group: [
    ...['categories', 'type', 'product_type', 'product_category', 'kategorie_ebene_1', 'hauptwarengruppe', 'wgr'],
    ...['warengr', 'artikelgruppe', 'reporting_category', 'department', 'sortiment', 'item_category'],
  ],
  price: [
    ...['unit_price', 'price_gross', 'preis_brutto', 'variant_price', 'vk_brutto', 'brutto_vk', 'vk_preis', 'vkpreis'],
    ...['default_price', 'selling_price', 'retail_price', 'sales_price', 'sale_price', 'einzelpreis', 'ladenpreis'],
    ...['bruttopreis', 'verkaufspreis_brutto', 'std_vk_brutto', 'vk1', 'preis_1', 'price_eur', 'preis_eur', 'uvp'],
  ],
  tax: [
    ...['tax_percent', 'tax_1_percent', 'tax_rate_percent', 'mwst_satz', 'ust_satz', 'steuersatz_in', 'mwst_prozent'],
    ...['mehrwertsteuer', 'umsatzsteuer', 'steuerklasse', 'tax_class', 'tax_name', 'steuerschlussel', 'ust_prozent'],
    ...['vat_rate', 'vat_percent'],
  ],
  unit: [
    ...['sold_by_weight', 'verkaufseinheit', 'mengeneinheit', 'me', 'unit_of_measure', 'unit_and_precision', 'weighed'],
  ],
  state: ['available_for_sale', 'archived_state'],
  variant: [
    ...['variation_name', 'option1_value', 'option2_value', 'option3_value', 'option_1_value', 'option_2_value'],
    ...['option_3_value', 'variante', 'variant_title', 'auspragung'],
  ],
  handle: ['handle_id', 'item_id', 'parent_id'],
};

/**
 * The rate that a column of one rate names: `Tax - "MwSt. 19%" (19%)` of Loyverse, `Tax - Sales Tax (8.5%)` of Square, `MwSt 7 %`. Its
 * cells say yes or no. Null: the head names no rate.
 */
export const rateInHead = (head: string): string | null =>
  /^(?:tax(?:es)?|steuern?|mwst|ust|vat|mehrwertsteuer|umsatzsteuer)\b.*?(\d{1,2}(?:[.,]\d{1,2})?)\s*%\)?$/i.exec(
    head.replaceAll('_', ' ').trim(),
  )?.[1] ?? null;
