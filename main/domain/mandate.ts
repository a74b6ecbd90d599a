/** The SEPA business-to-business mandate: the texts of its form in German and English. */

/** The facts of the form at the time it was made. */
export interface MandateForm {
  readonly reference: string;
  readonly creditor: { readonly id: string; readonly name: string; readonly address: readonly string[] };
  readonly debtor: { readonly name: string; readonly represented: string | null; readonly address: readonly string[] };
  readonly iban: string;
  readonly bic: string | null;
  readonly bankname: string | null;
}

export interface MandateField {
  readonly de: string;
  readonly en: string;
  readonly lines: readonly string[];
}

export const mandateTitle = {
  de: 'SEPA-Firmenlastschrift-Mandat',
  en: 'SEPA Business-to-Business Direct Debit Mandate',
};

const field = (de: string, en: string, ...lines: readonly (string | null)[]): MandateField => ({
  de,
  en,
  lines: lines.filter(line => line !== null && line !== '') as string[],
});

/** The two boxes of the form, in reading order. */
export const creditorFields = ({ creditor, reference }: MandateForm): readonly MandateField[] => [
  field('Zahlungsempfänger', 'Creditor', creditor.name, ...creditor.address),
  field('Gläubiger-Identifikationsnummer', 'Creditor identifier', creditor.id),
  field('Mandatsreferenz', 'Mandate reference', reference),
  field('Zahlungsart', 'Type of payment', 'wiederkehrende Zahlung / recurrent payment'),
];

export const debtorFields = ({ debtor, iban, bic, bankname }: MandateForm): readonly MandateField[] => [
  field('Zahlungspflichtiger (Kontoinhaber)', 'Debtor (account holder)', debtor.name, debtor.represented),
  field('Anschrift', 'Address', ...debtor.address),
  field('IBAN', 'IBAN', grouped(iban)),
  field('BIC', 'BIC', bic, bankname),
];

export const mandateText = ({ creditor: { name } }: MandateForm) => ({
  de:
    `Wir ermächtigen ${name}, Zahlungen von unserem Konto mittels Lastschrift einzuziehen. Zugleich weisen wir unser ` +
    `Kreditinstitut an, die von ${name} auf unser Konto gezogenen Lastschriften einzulösen. Dieses Mandat dient nur ` +
    'dem Einzug von Lastschriften, die auf Konten von Unternehmen gezogen sind. Wir sind nicht berechtigt, nach der ' +
    'Einlösung eine Erstattung des belasteten Betrages zu verlangen. Bis zum Fälligkeitstag können wir unser ' +
    'Kreditinstitut anweisen, eine Lastschrift nicht einzulösen.',
  en:
    `We authorise ${name} to send instructions to our bank to debit our account, and our bank to debit our account in ` +
    `accordance with the instructions from ${name}. This mandate is only intended for business-to-business ` +
    'transactions. We are not entitled to a refund from our bank after our account has been debited, but we may ask ' +
    'our bank not to debit our account up until the day on which the payment is due.',
});

export const signatureFields = [
  field('Ort, Datum', 'Place, date'),
  field('Unterschrift(en) der zeichnungsberechtigten Person(en)', 'Signature(s) of the authorised person(s)'),
];

export const mandateHint = {
  de: 'Bitte unterschrieben als PDF zurücksenden und dem eigenen Kreditinstitut das Mandat bestätigen: Ohne diese Bestätigung löst es keine Firmenlastschrift ein.',
  en: 'Please return the signed form as a PDF, and confirm the mandate to your own bank: without that confirmation it debits nothing.',
};

/** The IBAN in groups of four, as it is written on paper. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');
