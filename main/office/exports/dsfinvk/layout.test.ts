/** The archive against the layout list of DSFinV-K 2.3: files, columns, their order, lengths, decimals, values, and the bytes. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { ids, openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, item } from '../../reports/dayByHand.fixture.ts';

/** `name`: any text; `name/n`: at most n characters; `name.n`: a number with n decimals; `name@`: a moment. */
const KEY = 'Z_KASSE_ID/50 Z_ERSTELLUNG@ Z_NR.0';
const LAYOUT: Readonly<Record<string, string>> = {
  lines: `${KEY} BON_ID/40 POS_ZEILE/50 GUTSCHEIN_NR/50 ARTIKELTEXT/255 POS_TERMINAL_ID/50 GV_TYP/30 GV_NAME/40 INHAUS/1 P_STORNO/1 AGENTUR_ID.0
    ART_NR/50 GTIN/50 WARENGR_ID/40 WARENGR/50 MENGE.3 FAKTOR.3 EINHEIT/50 STK_BR.5`,
  lines_vat: `${KEY} BON_ID/40 POS_ZEILE/50 UST_SCHLUESSEL.0 POS_BRUTTO.5 POS_NETTO.5 POS_UST.5`,
  itemamounts: `${KEY} BON_ID/40 POS_ZEILE/50 TYP/20 UST_SCHLUESSEL.0 PF_BRUTTO.5 PF_NETTO.5 PF_UST.5`,
  subitems: `${KEY} BON_ID/40 POS_ZEILE/50 ZI_ART_NR/50 ZI_GTIN/50 ZI_NAME/50 ZI_WARENGR_ID/40 ZI_WARENGR/50 ZI_MENGE.3 ZI_FAKTOR.3 ZI_EINHEIT/50
    ZI_UST_SCHLUESSEL.0 ZI_BASISPREIS_BRUTTO.5 ZI_BASISPREIS_NETTO.5 ZI_BASISPREIS_UST.5`,
  transactions: `${KEY} BON_ID/40 BON_NR.0 BON_TYP/30 BON_NAME/60 TERMINAL_ID/50 BON_STORNO/1 BON_START@ BON_ENDE@ BEDIENER_ID/50 BEDIENER_NAME/50
    UMS_BRUTTO.2 KUNDE_NAME/50 KUNDE_ID/50 KUNDE_TYP/50 KUNDE_STRASSE/60 KUNDE_PLZ/10 KUNDE_ORT/62 KUNDE_LAND/3 KUNDE_USTID/15 BON_NOTIZ/255`,
  transactions_vat: `${KEY} BON_ID/40 UST_SCHLUESSEL.0 BON_BRUTTO.5 BON_NETTO.5 BON_UST.5`,
  allocation_groups: `${KEY} BON_ID/40 ABRECHNUNGSKREIS/50`,
  datapayment: `${KEY} BON_ID/40 ZAHLART_TYP/25 ZAHLART_NAME/60 ZAHLWAEH_CODE/3 ZAHLWAEH_BETRAG.2 BASISWAEH_BETRAG.2`,
  references: `${KEY} BON_ID/40 POS_ZEILE/50 REF_TYP/20 REF_NAME/40 REF_DATUM@ REF_Z_KASSE_ID/50 REF_Z_NR.0 REF_BON_ID/40`,
  transactions_tse: `${KEY} BON_ID/40 TSE_ID.0 TSE_TANR.0 TSE_TA_START TSE_TA_ENDE TSE_TA_VORGANGSART/30 TSE_TA_SIGZ.0 TSE_TA_SIG/512 TSE_TA_FEHLER/200
    TSE_VORGANGSDATEN`,
  cashpointclosing: `${KEY} Z_BUCHUNGSTAG TAXONOMIE_VERSION/10 Z_START_ID/40 Z_ENDE_ID/40 NAME/60 STRASSE/60 PLZ/10 ORT/62 LAND/3 STNR/20 USTID/15
    Z_SE_ZAHLUNGEN.2 Z_SE_BARZAHLUNGEN.2`,
  location: `${KEY} LOC_NAME/60 LOC_STRASSE/60 LOC_PLZ/10 LOC_ORT/62 LOC_LAND/3 LOC_USTID/15`,
  cashregister: `${KEY} KASSE_BRAND/50 KASSE_MODELL/50 KASSE_SERIENNR/70 KASSE_SW_BRAND/50 KASSE_SW_VERSION/50 KASSE_BASISWAEH_CODE/3 KEINE_UST_ZUORDNUNG/1`,
  slaves: `${KEY} TERMINAL_ID/50 TERMINAL_BRAND/50 TERMINAL_MODELL/50 TERMINAL_SERIENNR/70 TERMINAL_SW_BRAND/50 TERMINAL_SW_VERSION/50`,
  pa: `${KEY} AGENTUR_ID.0 AGENTUR_NAME/60 AGENTUR_STRASSE/60 AGENTUR_PLZ/10 AGENTUR_ORT/62 AGENTUR_LAND/3 AGENTUR_STNR/20 AGENTUR_USTID/15`,
  vat: `${KEY} UST_SCHLUESSEL.0 UST_SATZ.2 UST_BESCHR/55`,
  tse: `${KEY} TSE_ID.0 TSE_SERIAL/68 TSE_SIG_ALGO/30 TSE_ZEITFORMAT TSE_PD_ENCODING/5 TSE_PUBLIC_KEY/512 TSE_ZERTIFIKAT_I/1000 TSE_ZERTIFIKAT_II/1000`,
  businesscases: `${KEY} GV_TYP/30 GV_NAME/40 AGENTUR_ID.0 UST_SCHLUESSEL.0 Z_UMS_BRUTTO.5 Z_UMS_NETTO.5 Z_UST.5`,
  payment: `${KEY} ZAHLART_TYP/25 ZAHLART_NAME/60 Z_ZAHLART_BETRAG.2`,
  cash_per_currency: `${KEY} ZAHLART_WAEH/3 ZAHLART_BETRAG_WAEH.2`,
};
const columnsOf = (file: string) =>
  (LAYOUT[file] ?? '')
    .trim()
    .split(/\s+/)
    .map(part => /^(\w+)([/.@]?)(\d*)$/.exec(part)!);

const VALUES: Readonly<Record<string, RegExp>> = {
  GV_TYP:
    /^(Umsatz|Pfand|PfandRueckzahlung|MehrzweckgutscheinKauf|MehrzweckgutscheinEinloesung|EinzweckgutscheinKauf|EinzweckgutscheinEinloesung|Forderungsentstehung|Forderungsaufloesung|Anzahlungseinstellung|Anzahlungsaufloesung|Privateinlage|Privatentnahme|Geldtransit|DifferenzSollIst|TrinkgeldAG|TrinkgeldAN|Auszahlung|Einzahlung|Rabatt|Aufschlag|Lohnzahlung|ZuschussEcht|ZuschussUnecht|Anfangsbestand)$/,
  BON_TYP:
    /^(Beleg|AVTransfer|AVBestellung|AVTraining|AVBelegstorno|AVBelegabbruch|AVSachbezug|AVSonstige|AVRechnung)$/,
  ZAHLART_TYP: /^(Bar|Unbar|Keine|ECKarte|Kreditkarte|ElZahlungsdienstleister|Guthabenkarte)$/,
  REF_TYP: /^(Transaktion|ExterneRechnung|ExternerLieferschein|ExterneSonstige)$/,
  BON_STORNO: /^[01]$/,
  P_STORNO: /^[01]$/,
  KEINE_UST_ZUORDNUNG: /^[01]$/,
  ZAHLWAEH_CODE: /^[A-Z]{3}$/,
  ZAHLART_WAEH: /^[A-Z]{3}$/,
  LAND: /^[A-Z]{3}$/,
  LOC_LAND: /^[A-Z]{3}$/,
  TAXONOMIE_VERSION: /^\d\.\d$/,
};

const books = openBooks();
const DAY = '2026-11-20';
const files: Record<string, string> = {};
const rowsOf = (file: string) =>
  files[file]!.slice(0, -2)
    .split('\r\n')
    .slice(1)
    .map(row => cellsOf(row));
/** Cells with a semicolon or a quote stand in quotes. */
const cellsOf = (row: string) =>
  [...`${row};`.matchAll(/("(?:[^"]|"")*"|[^;"]*);/g)].map(([, cell = '']) =>
    cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
  );
const column = (file: string, name: string) =>
  rowsOf(file).map(row => row[columnsOf(file).findIndex(([, known]) => known === name)]);

beforeAll(async () => {
  const long = `Käsebrötchen; mit "Schmelz"\n${'ä'.repeat(300)}`;
  const at = (time: string) => ({ day: DAY, at: `${DAY}T${time}+01:00` });
  await books.book(
    {
      ...closed('STX_1', '10:00:00', 1850, [item('B1', 350, 7), item('T1', 1500, 19)], {
        cashier: 'K'.repeat(80),
        tenders: [
          { method: 'cash', amount: 850 },
          { method: 'cashless', amount: 1000, terminal: '60001234', trace: 7 },
        ],
      }),
      ...at('10:00:00'),
    },
    { ...closed('STX_2', '10:05:00', 500, [item(long, 500, 8.1)], cash(500)), ...at('10:05:00') },
    {
      ...closed('STX_2', '10:10:00', 500, [item(long, 500, 8.1)], { ...cash(500), event: 'cancelled' } as never),
      ...at('10:10:00'),
      event: 'cancelled',
    },
    {
      ...{ kind: 'cashMovement', event: 'made', object: 'MOV_1', sum: -1000, document: null, facts: { kind: 'bank' } },
      ...at('18:00:00'),
    },
    {
      ...{ kind: 'zReport', event: 'made', object: 'ZRP_1', sum: 0, document: null, ...at('20:00:00') },
      facts: { number: 1, made: `${DAY}T20:00:00+01:00`, days: [DAY] },
    },
  );
  const change = (path: string, body: object) =>
    books.ask('chain', path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const company = {
    street: 'Kaiserstraße 1',
    zip: '20095',
    city: 'Hamburg',
    country: 'DE',
    tax_number: '22/815/08154',
  };
  expect((await change('/merchant', company)).status).toBe(200);
  // The till says the address of its shop, a person the town.
  await books.database.query(
    `UPDATE heartbeat SET condition = '{"version":"1","shop":{"street":"Hafenweg 2","zip":"20457","city":"Altona","country":"DE","vat_id":"DE123456789"}}'`,
  );
  expect((await change(`/stores/${ids.north}`, { city: 'Hamburg' })).status).toBe(200);
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    ...{ method: 'POST', body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }) },
  });
  const archive = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${DAY}&to=${DAY}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  const held = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  for (const [name, bytes] of Object.entries(held)) files[name.replace(/\.csv$/, '')] = strFromU8(bytes);
});

it('has the 20 tables and 219 columns of the layout, in their order, and index.xml describes them', () => {
  const names = Object.keys(LAYOUT);
  expect([names.length, names.flatMap(columnsOf).length]).toEqual([20, 219]);
  expect(
    Object.keys(files)
      .filter(name => !/\.(xml|txt)$/.test(name))
      .sort(),
  ).toEqual([...names].sort());
  for (const file of names) {
    expect([file, files[file]!.split('\r\n')[0]!.split(';')]).toEqual([file, columnsOf(file).map(([, name]) => name)]);
    const described = new RegExp(`<URL>${file}\\.csv</URL>.*?</Table>`, 's').exec(files['index.xml']!)?.[0] ?? '';
    const columns = [
      ...described.matchAll(/<Name>([A-Z_0-9]+)<\/Name>(?:<AlphaNumeric\/><MaxLength>(\d+)|<Numeric><Accuracy>(\d))/g),
    ];
    expect([file, columns.map(([, name]) => name)]).toEqual([file, columnsOf(file).map(([, name]) => name)]);
    for (const [index, [, , kind, size]] of columnsOf(file).entries()) {
      if (kind === '/') expect([file, columns[index]?.[2]]).toEqual([file, size]);
      if (kind === '.') expect([file, columns[index]?.[3]]).toEqual([file, size]);
    }
  }
});

it('every value keeps length, decimals and the values of its list, and lines end with CRLF', () => {
  let values = 0;
  for (const file of Object.keys(LAYOUT)) {
    expect([file, files[file]!.endsWith('\r\n'), /(^|[^\r])\n|\r[^\n]|^\uFEFF/.test(files[file]!)]).toEqual([
      file,
      true,
      false,
    ]);
    for (const row of rowsOf(file)) {
      expect([file, row.length]).toEqual([file, columnsOf(file).length]);
      for (const [index, [, name = '', kind, size]] of columnsOf(file).entries()) {
        const value = row[index] ?? '';
        const where = `${file}.${name}=${value}`;
        if (value === '') continue;
        values += 1;
        if (kind === '/') expect(value.length, where).toBeLessThanOrEqual(Number(size));
        if (kind === '.') expect(value, where).toMatch(size === '0' ? /^-?\d+$/ : new RegExp(`^-?\\d+,\\d{${size}}$`));
        if (kind === '@') expect(value, where).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        if (VALUES[name]) expect(value, where).toMatch(VALUES[name]);
      }
    }
  }
  expect(values).toBeGreaterThan(200);
});

it('address and tax number of the business and of the shop stand in it, and the tables that are never empty have rows', () => {
  const first = (file: string, name: string) => column(file, name)[0];
  expect(['STRASSE', 'PLZ', 'ORT', 'LAND', 'STNR', 'USTID'].map(name => first('cashpointclosing', name))).toEqual([
    ...['Kaiserstraße 1', '20095', 'Hamburg', 'DEU', '22/815/08154', 'DE123456789'],
  ]);
  expect(['LOC_NAME', 'LOC_STRASSE', 'LOC_PLZ', 'LOC_ORT', 'LOC_LAND'].map(name => first('location', name))).toEqual([
    ...['Nord', 'Hafenweg 2', '20457', 'Hamburg', 'DEU'],
  ]);
  for (const file of ['cashpointclosing', 'location', 'cashregister', 'vat'])
    expect([file, rowsOf(file).length > 0]).toEqual([file, true]);
  expect(column('transactions', 'BEDIENER_NAME')[0]).toBe('K'.repeat(50));
});
