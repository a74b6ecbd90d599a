/**
 * Heads of the price lists of other systems, by our column, of several in one file the better one first: Loyverse, Square, Shopify,
 * WooCommerce, opensourcepos, Shopware, JTL-Wawi, Zettle, SumUp, Lightspeed, Odoo, and tills of German shops, and of shops in other
 * languages. Spelling (case, blanks,
 * dots) and a currency behind the name do not count.
 */
import type { ImportColumn } from '../../wire/articles.ts';
import { NO, YES } from '../csvFile.ts';

export const foreignHeads: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  number: [
    ...['artikel_nr', 'art_nr', 'artnr', 'artikelnr', 'item_number', 'item_no', 'variant_sku', 'product_number'],
    ...['ordernumber', 'order_number', 'bestellnummer', 'produktnummer', 'product_code', 'item_code', 'artikelcode'],
    ...[
      'internal_reference',
      'interne_referenz',
      'plu_nummer',
      'plu_nr',
      'artikel_id',
      'nr',
      'reference',
      'token',
      'id',
    ],
    ...['code_article', 'codice', 'codice_articolo', 'articolo', 'referencia'],
    ...['codigo', 'ref', 'indeks', 'symbol', 'kod_towaru'],
    ...['varenummer', 'varenr', 'artikelkode', 'kod'],
  ],
  ean: [
    ...[
      'variant_barcode',
      'gtin_ean',
      'ean_gtin',
      'ean_code',
      'ean_barcode',
      'ean13',
      'gtin_upc_ean_or_isbn',
      'upc_ean',
    ],
    ...['gtin_upc_ean_oder_isbn', 'upc', 'upc_ean_isbn', 'upc_ean_isbn_gtin', 'barcodes', 'bar_code', 'ean_nummer'],
    ...['ean_nr', 'scancode'],
    ...['code_barres', 'code_a_barres', 'codice_a_barre', 'barcode_ean', 'codigo_de_barras'],
    ...['cod_barras', 'kod_kreskowy', 'kod_ean', 'streckkod', 'stregkode'],
    ...['streepjescode', 'carovy_kod'],
  ],
  name: [
    ...['item_name', 'product_name', 'artikelname', 'artikelbezeichnung', 'translations_default_name', 'title'],
    ...[
      'produktname',
      'bezeichnung_1',
      'artikeltext',
      'kassentext',
      'bontext',
      'kurztext',
      'text',
      'text_1',
      'produkt',
    ],
    ...['product', 'article_name', 'ware', 'warenbezeichnung', 'beschreibung', 'description', 'desc'],
    ...['short_description', 'kurzbeschreibung'],
    ...['designation', 'libelle', 'nom', 'nome', 'nombre'],
    ...['descripcion', 'descrizione', 'denominazione', 'nazwa', 'nazwa_towaru'],
    ...['omschrijving', 'naam', 'benamning', 'varenavn', 'navn'],
    ...['namn', 'nazev', 'artikelomschrijving'],
  ],
  group: [
    ...[
      'reporting_category',
      'categories',
      'kategorien',
      'type',
      'product_type',
      'product_category',
      'kategorie_ebene_1',
      'produktgruppe',
    ],
    ...['hauptwarengruppe', 'wgr', 'wg', 'warengr', 'artikelgruppe', 'department', 'sortiment'],
    ...['item_category', 'hauptgruppe'],
    ...['rayon', 'famille', 'categorie', 'reparto', 'categoria'],
    ...['famiglia', 'familia', 'grupa', 'kategoria', 'artikelgroep'],
    ...['groep', 'varegruppe', 'varugrupp', 'grupp', 'skupina'],
  ],
  price: [
    ...['regularer_preis', 'unit_price', 'price_gross', 'preis_brutto', 'variant_price', 'vk_brutto', 'brutto_vk'],
    ...['vk_preis', 'vkpreis', 'price_ek', 'default_price', 'selling_price', 'retail_price', 'sales_price'],
    ...['verkaufspreis_brutto', 'std_vk_brutto', 'einzelpreis', 'ladenpreis', 'bruttopreis', 'vk1', 'vk_1', 'preis_1'],
    ...['preis1', 'public_price', 'sale_price', 'angebotspreis', 'uvp'],
    ...['prix', 'prix_de_vente', 'prix_vente', 'prezzo', 'prezzo_di_vendita'],
    ...['pvp', 'precio', 'precio_venta', 'cena', 'cena_sprzedazy'],
    ...['verkoopprijs', 'prijs', 'pris', 'salgspris', 'forsaljningspris'],
    ...['cena_s_dph'],
  ],
  tax: [
    ...['tax_percent', 'tax_1_percent', 'tax_rate_percent', 'tax_value', 'vat_rate', 'vat_percent', 'mwst_satz'],
    ...['ust_satz', 'mwst_prozent', 'ust_prozent', 'mehrwertsteuer', 'umsatzsteuer', 'customer_taxes', 'sales_taxes'],
    ...[
      'steuern',
      'steuerklasse',
      'tax_class',
      'tax_key',
      'vat_code',
      'steuercode',
      'steuerkennzeichen',
      'steuerschlussel',
      'tax_name',
      'steuername',
    ],
    ...['tva', 'taux_de_tva', 'taux_tva', 'iva', 'aliquota'],
    ...['aliquota_iva', 'tipo_iva', 'btw', 'btw_tarief', 'stawka_vat'],
    ...['moms', 'momssats', 'momsats', 'dph', 'sazba_dph'],
    ...['podatek'],
  ],
  cost: [
    ...[
      'cost_per_item',
      'default_unit_cost',
      'purchase_prices_net',
      'ek_netto_fur_gld',
      'ek_netto_fr_gld',
      'supply_price',
    ],
    ...['std_ek_netto', 'gld_netto', 'netto_einkaufspreis', 'bezugspreis', 'wareneinsatz', 'buying_price'],
    ...['net_cost', 'cost_of_goods', 'cogs', 'purchase_cost'],
    ...['prix_d_achat', 'prix_achat', 'prix_d_achat_ht', 'prezzo_di_acquisto', 'prezzo_acquisto', 'costo'],
    ...['precio_de_compra', 'precio_compra', 'precio_de_coste', 'coste', 'inkoopprijs', 'kostprijs'],
    ...['cena_zakupu', 'cena_zakupu_netto', 'kostpris', 'indkobspris', 'inkopspris', 'innkjopspris'],
    ...['nakupni_cena', 'porizovaci_cena'],
  ],
  unit: [
    ...['sold_by_weight', 'verkaufseinheit', 'mengeneinheit', 'me', 'unit_of_measure', 'unit_and_precision', 'weighed'],
    ...['unit_name'],
  ],
  state: ['available_for_sale', 'available_in_pos', 'archived', 'archiviert', 'gesperrt'],
  variant: [
    ...['variation_name', 'option1_value', 'option2_value', 'option3_value', 'option_1_value', 'option_2_value'],
    ...['option_3_value', 'variant_option_one_value', 'variant_option_two_value', 'variant_option_three_value'],
    ...['variante', 'variations', 'variant_title', 'auspragung', 'additionaltext'],
  ],
  handle: ['handle_id', 'url_handle', 'reference_handle', 'item_id', 'parent_id', 'parent', 'ubergeordnet'],
};

/**
 * The rate that a column of one rate names: `Tax - "MwSt. 19%" (19%)` of Loyverse, `Tax - Sales Tax (8.5%)` of Square, `MwSt 7 %`. Its
 * cells say yes or no. Null: the head names no rate.
 */
export const rateInHead = (head: string): string | null =>
  /^(?:tax(?:es)?|steuern?|mwst|ust|vat|mehrwertsteuer|umsatzsteuer|tva|iva|btw|moms|dph)\b.*?(\d{1,2}(?:[.,]\d{1,2})?)\s*%\)?$/i.exec(
    head.replaceAll('_', ' ').trim(),
  )?.[1] ?? null;

/** Meanings of cells in other systems, such as yes below `Archived`, or a tax class without a name, which is the usual one. */
export const meantCells: Readonly<Record<string, (head: string, cell: string) => string>> = {
  state(head, cell) {
    if (!/^(?:archived|archiviert|gesperrt)\b/i.test(head)) return cell;
    if (YES.test(cell)) return 'ended';
    return NO.test(cell) ? 'sold' : cell;
  },
  group(head, cell) {
    if (!/^(?:categories|kategorien|product_category|produktkategorie)$/i.test(head)) return cell;
    // An article has one group: the first one that is named, and the last part of a path. Some systems name them by ids.
    const [first = ''] = cell.split(/\s*[,|]\s*/);
    return /^[0-9a-f]{32}$/.test(first) ? '' : (first.split(/\s+[>/]\s+/).at(-1) ?? first);
  },
  // Below any other head, 1 is one piece.
  unit: (head, cell) => (/weigh/i.test(head) || !/^\d+([.,]0+)?$/.test(cell) ? cell : 'piece'),
  tax: (head, cell) => (cell === '' && /^(?:tax_class|steuerklasse)$/i.test(head) ? 'standard' : cell),
};
