/**
 * The files of DSFinV-K 2.3 with their columns in order. `kind` says how a value of the statement is written: amounts are
 * minor units and become major ones with 2 or 5 digits.
 */
import { FILES } from './statements.ts';

export type ColumnKind = 'text' | 'country' | 'whole' | 'quantity' | 'amount2' | 'amount5' | 'rate';

export interface LayoutColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Characters that the layout allows; a longer text is cut. */
  readonly length: number;
}

export interface LayoutTable {
  /** Without `.csv`. */
  readonly file: string;
  /** Name of the table in the layout. */
  readonly name: string;
  readonly columns: readonly LayoutColumn[];
  /** Gives the columns by their names in small letters; null: nothing of this table is known here, so it has its header alone. */
  readonly sql: string | null;
}

/** Where the layout says no length. */
const LONGEST = 255;

/** `NAME/40` is a text of at most 40 characters; `NAME:kind` is none. */
function columnsOf(text: string): readonly LayoutColumn[] {
  return text
    .trim()
    .split(/\s+/)
    .map(part => {
      const [text = '', kind = 'text'] = part.split(':');
      const [name = '', length] = text.split('/');
      return { name, kind: kind as ColumnKind, length: kind === 'country' ? 3 : Number(length ?? LONGEST) };
    });
}

const CLOSING = 'Z_KASSE_ID/50 Z_ERSTELLUNG Z_NR:whole';
const RECEIPT = `${CLOSING} BON_ID/40`;
const LINE = `${RECEIPT} POS_ZEILE/50`;

const table = (file: keyof typeof FILES, name: string, columns: string): LayoutTable => ({
  file,
  name,
  columns: columnsOf(columns),
  sql: FILES[file],
});

export const layoutTables: readonly LayoutTable[] = [
  table(
    'lines',
    'Bonpos',
    `${LINE} GUTSCHEIN_NR/50 ARTIKELTEXT/255 POS_TERMINAL_ID/50 GV_TYP/30 GV_NAME/40 INHAUS/1 P_STORNO/1 AGENTUR_ID:whole ART_NR/50 GTIN/50 WARENGR_ID/40
     WARENGR/50 MENGE:quantity FAKTOR:quantity EINHEIT/50 STK_BR:amount5`,
  ),
  table('lines_vat', 'Bonpos_USt', `${LINE} UST_SCHLUESSEL:whole POS_BRUTTO:amount5 POS_NETTO:amount5 POS_UST:amount5`),
  table(
    'itemamounts',
    'Bonpos_Preisfindung',
    `${LINE} TYP/20 UST_SCHLUESSEL:whole PF_BRUTTO:amount5 PF_NETTO:amount5 PF_UST:amount5`,
  ),
  table(
    'subitems',
    'Bonpos_Zusatzinfo',
    `${LINE} ZI_ART_NR/50 ZI_GTIN/50 ZI_NAME/50 ZI_WARENGR_ID/40 ZI_WARENGR/50 ZI_MENGE:quantity ZI_FAKTOR:quantity ZI_EINHEIT/50
     ZI_UST_SCHLUESSEL:whole ZI_BASISPREIS_BRUTTO:amount5 ZI_BASISPREIS_NETTO:amount5 ZI_BASISPREIS_UST:amount5`,
  ),
  table(
    'transactions',
    'Bonkopf',
    `${RECEIPT} BON_NR:whole BON_TYP/30 BON_NAME/60 TERMINAL_ID/50 BON_STORNO/1 BON_START BON_ENDE BEDIENER_ID/50 BEDIENER_NAME/50
     UMS_BRUTTO:amount2 KUNDE_NAME/50 KUNDE_ID/50 KUNDE_TYP/50 KUNDE_STRASSE/60 KUNDE_PLZ/10 KUNDE_ORT/62 KUNDE_LAND/3 KUNDE_USTID/15 BON_NOTIZ/255`,
  ),
  table(
    'transactions_vat',
    'Bonkopf_USt',
    `${RECEIPT} UST_SCHLUESSEL:whole BON_BRUTTO:amount5 BON_NETTO:amount5 BON_UST:amount5`,
  ),
  table('allocation_groups', 'Bonkopf_AbrKreis', `${RECEIPT} ABRECHNUNGSKREIS/50`),
  table(
    'datapayment',
    'Bonkopf_Zahlarten',
    `${RECEIPT} ZAHLART_TYP/25 ZAHLART_NAME/60 ZAHLWAEH_CODE/3 ZAHLWAEH_BETRAG:amount2 BASISWAEH_BETRAG:amount2`,
  ),
  table(
    'references',
    'Bon_Referenzen',
    `${LINE} REF_TYP/20 REF_NAME/40 REF_DATUM REF_Z_KASSE_ID/50 REF_Z_NR:whole REF_BON_ID/40`,
  ),
  table(
    'transactions_tse',
    'TSE_Transaktionen',
    `${RECEIPT} TSE_ID:whole TSE_TANR:whole TSE_TA_START TSE_TA_ENDE TSE_TA_VORGANGSART/30 TSE_TA_SIGZ:whole TSE_TA_SIG/512
     TSE_TA_FEHLER/200 TSE_VORGANGSDATEN`,
  ),
  table(
    'cashpointclosing',
    'Stamm_Abschluss',
    `${CLOSING} Z_BUCHUNGSTAG TAXONOMIE_VERSION/10 Z_START_ID/40 Z_ENDE_ID/40 NAME/60 STRASSE/60 PLZ/10 ORT/62 LAND:country STNR/20 USTID/15
     Z_SE_ZAHLUNGEN:amount2 Z_SE_BARZAHLUNGEN:amount2`,
  ),
  table(
    'location',
    'Stamm_Orte',
    `${CLOSING} LOC_NAME/60 LOC_STRASSE/60 LOC_PLZ/10 LOC_ORT/62 LOC_LAND:country LOC_USTID/15`,
  ),
  table(
    'cashregister',
    'Stamm_Kassen',
    `${CLOSING} KASSE_BRAND/50 KASSE_MODELL/50 KASSE_SERIENNR/70 KASSE_SW_BRAND/50 KASSE_SW_VERSION/50 KASSE_BASISWAEH_CODE/3
     KEINE_UST_ZUORDNUNG/1`,
  ),
  table(
    'slaves',
    'Stamm_Terminals',
    `${CLOSING} TERMINAL_ID/50 TERMINAL_BRAND/50 TERMINAL_MODELL/50 TERMINAL_SERIENNR/70 TERMINAL_SW_BRAND/50 TERMINAL_SW_VERSION/50`,
  ),
  table(
    'pa',
    'Stamm_Agenturen',
    `${CLOSING} AGENTUR_ID:whole AGENTUR_NAME/60 AGENTUR_STRASSE/60 AGENTUR_PLZ/10 AGENTUR_ORT/62 AGENTUR_LAND/3 AGENTUR_STNR/20 AGENTUR_USTID/15`,
  ),
  table('vat', 'Stamm_USt', `${CLOSING} UST_SCHLUESSEL:whole UST_SATZ:rate UST_BESCHR/55`),
  table(
    'tse',
    'Stamm_TSE',
    `${CLOSING} TSE_ID:whole TSE_SERIAL/68 TSE_SIG_ALGO/30 TSE_ZEITFORMAT TSE_PD_ENCODING/5 TSE_PUBLIC_KEY/512 TSE_ZERTIFIKAT_I/1000
     TSE_ZERTIFIKAT_II/1000`,
  ),
  table(
    'businesscases',
    'Z_GV_Typ',
    `${CLOSING} GV_TYP/30 GV_NAME/40 AGENTUR_ID:whole UST_SCHLUESSEL:whole Z_UMS_BRUTTO:amount5 Z_UMS_NETTO:amount5 Z_UST:amount5`,
  ),
  table('payment', 'Z_Zahlart', `${CLOSING} ZAHLART_TYP/25 ZAHLART_NAME/60 Z_ZAHLART_BETRAG:amount2`),
  table('cash_per_currency', 'Z_Waehrungen', `${CLOSING} ZAHLART_WAEH/3 ZAHLART_BETRAG_WAEH:amount2`),
];
