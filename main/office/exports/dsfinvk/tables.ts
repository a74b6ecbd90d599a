/**
 * The files of DSFinV-K 2.3 with their columns in order. `kind` says how a value of the statement is written: amounts are
 * minor units and become major ones with 2 or 5 digits.
 */
import { FILES } from './statements.ts';

export type ColumnKind = 'text' | 'whole' | 'quantity' | 'amount2' | 'amount5' | 'rate';

export interface LayoutColumn {
  readonly name: string;
  readonly kind: ColumnKind;
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

/** `NAME` is a text; `NAME:kind` is not. */
function columnsOf(text: string): readonly LayoutColumn[] {
  return text
    .trim()
    .split(/\s+/)
    .map(part => {
      const [name = '', kind = 'text'] = part.split(':');
      return { name, kind: kind as ColumnKind };
    });
}

const CLOSING = 'Z_KASSE_ID Z_ERSTELLUNG Z_NR:whole';
const RECEIPT = `${CLOSING} BON_ID`;
const LINE = `${RECEIPT} POS_ZEILE`;

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
    `${LINE} GUTSCHEIN_NR ARTIKELTEXT POS_TERMINAL_ID GV_TYP GV_NAME INHAUS P_STORNO AGENTUR_ID:whole ART_NR GTIN WARENGR_ID
     WARENGR MENGE:quantity FAKTOR:quantity EINHEIT STK_BR:amount5`,
  ),
  table('lines_vat', 'Bonpos_USt', `${LINE} UST_SCHLUESSEL:whole POS_BRUTTO:amount5 POS_NETTO:amount5 POS_UST:amount5`),
  table(
    'itemamounts',
    'Bonpos_Preisfindung',
    `${LINE} TYP UST_SCHLUESSEL:whole PF_BRUTTO:amount5 PF_NETTO:amount5 PF_UST:amount5`,
  ),
  table(
    'subitems',
    'Bonpos_Zusatzinfo',
    `${LINE} ZI_ART_NR ZI_GTIN ZI_NAME ZI_WARENGR_ID ZI_WARENGR ZI_MENGE:quantity ZI_FAKTOR:quantity ZI_EINHEIT
     ZI_UST_SCHLUESSEL:whole ZI_BASISPREIS_BRUTTO:amount5 ZI_BASISPREIS_NETTO:amount5 ZI_BASISPREIS_UST:amount5`,
  ),
  table(
    'transactions',
    'Bonkopf',
    `${RECEIPT} BON_NR:whole BON_TYP BON_NAME TERMINAL_ID BON_STORNO BON_START BON_ENDE BEDIENER_ID BEDIENER_NAME
     UMS_BRUTTO:amount2 KUNDE_NAME KUNDE_ID KUNDE_TYP KUNDE_STRASSE KUNDE_PLZ KUNDE_ORT KUNDE_LAND KUNDE_USTID BON_NOTIZ`,
  ),
  table(
    'transactions_vat',
    'Bonkopf_USt',
    `${RECEIPT} UST_SCHLUESSEL:whole BON_BRUTTO:amount5 BON_NETTO:amount5 BON_UST:amount5`,
  ),
  table('allocation_groups', 'Bonkopf_AbrKreis', `${RECEIPT} ABRECHNUNGSKREIS`),
  table(
    'datapayment',
    'Bonkopf_Zahlarten',
    `${RECEIPT} ZAHLART_TYP ZAHLART_NAME ZAHLWAEH_CODE ZAHLWAEH_BETRAG:amount2 BASISWAEH_BETRAG:amount2`,
  ),
  table('references', 'Bon_Referenzen', `${LINE} REF_TYP REF_NAME REF_DATUM REF_Z_KASSE_ID REF_Z_NR:whole REF_BON_ID`),
  table(
    'transactions_tse',
    'TSE_Transaktionen',
    `${RECEIPT} TSE_ID:whole TSE_TANR:whole TSE_TA_START TSE_TA_ENDE TSE_TA_VORGANGSART TSE_TA_SIGZ:whole TSE_TA_SIG
     TSE_TA_FEHLER TSE_VORGANGSDATEN`,
  ),
  table(
    'cashpointclosing',
    'Stamm_Abschluss',
    `${CLOSING} Z_BUCHUNGSTAG TAXONOMIE_VERSION Z_START_ID Z_ENDE_ID NAME STRASSE PLZ ORT LAND STNR USTID
     Z_SE_ZAHLUNGEN:amount2 Z_SE_BARZAHLUNGEN:amount2`,
  ),
  table('location', 'Stamm_Orte', `${CLOSING} LOC_NAME LOC_STRASSE LOC_PLZ LOC_ORT LOC_LAND LOC_USTID`),
  table(
    'cashregister',
    'Stamm_Kassen',
    `${CLOSING} KASSE_BRAND KASSE_MODELL KASSE_SERIENNR KASSE_SW_BRAND KASSE_SW_VERSION KASSE_BASISWAEH_CODE
     KEINE_UST_ZUORDNUNG`,
  ),
  table(
    'slaves',
    'Stamm_Terminals',
    `${CLOSING} TERMINAL_ID TERMINAL_BRAND TERMINAL_MODELL TERMINAL_SERIENNR TERMINAL_SW_BRAND TERMINAL_SW_VERSION`,
  ),
  table(
    'pa',
    'Stamm_Agenturen',
    `${CLOSING} AGENTUR_ID:whole AGENTUR_NAME AGENTUR_STRASSE AGENTUR_PLZ AGENTUR_ORT AGENTUR_LAND AGENTUR_STNR AGENTUR_USTID`,
  ),
  table('vat', 'Stamm_USt', `${CLOSING} UST_SCHLUESSEL:whole UST_SATZ:rate UST_BESCHR`),
  table(
    'tse',
    'Stamm_TSE',
    `${CLOSING} TSE_ID:whole TSE_SERIAL TSE_SIG_ALGO TSE_ZEITFORMAT TSE_PD_ENCODING TSE_PUBLIC_KEY TSE_ZERTIFIKAT_I
     TSE_ZERTIFIKAT_II`,
  ),
  table(
    'businesscases',
    'Z_GV_Typ',
    `${CLOSING} GV_TYP GV_NAME AGENTUR_ID:whole UST_SCHLUESSEL:whole Z_UMS_BRUTTO:amount5 Z_UMS_NETTO:amount5 Z_UST:amount5`,
  ),
  table('payment', 'Z_Zahlart', `${CLOSING} ZAHLART_TYP ZAHLART_NAME Z_ZAHLART_BETRAG:amount2`),
  table('cash_per_currency', 'Z_Waehrungen', `${CLOSING} ZAHLART_WAEH ZAHLART_BETRAG_WAEH:amount2`),
];
