/** Reads receipt numbers and amounts from the lines of a terminal slip. Amounts in minor units. */

/** Receipt number and amount of the slip of one payment; null where one of them is missing. */
export function slipFacts(lines: readonly string[]): { readonly receipt: number; readonly amount: number } | null {
  const receipt = firstMatch(lines, RECEIPT);
  const amount = firstMatch(lines, AMOUNT);
  return receipt === null || amount === null
    ? null
    : { receipt: Number(receipt), amount: Number(amount.replace(/\D/g, '')) };
}

/** The single receipts that some terminals list on their end-of-day slip. */
export function listedReceipts(
  lines: readonly string[],
): readonly { readonly receipt: number; readonly amount: number }[] {
  return lines.flatMap(line => {
    const [, receipt, amount] = LISTED.exec(line) ?? [];
    return receipt && amount ? [{ receipt: Number(receipt), amount: Number(amount.replace(/\D/g, '')) }] : [];
  });
}

/** Receipt number, kind and amount; reversals, refunds and pre-authorisations are no payments. */
const LISTED =
  /^\s*(\d{4})\s+(?!.*(?:storno|gutschrift|reserv|reversal|refund)).*?(\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2})\s*(?:EUR|€)?\s*$/i;

const RECEIPT = /^\s*(?:beleg|bon|receipt|slip)[\s-]*(?:nr|nummer|no|number)[^\d]*(\d{1,4})\s*$/i;
/** Thousands are separated by a point or a comma; the last separator precedes the cents. */
const AMOUNT = /^\s*(?:betrag|summe|gesamt|amount|total)\b[^\d-]*(\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2})(?!\d)/i;

function firstMatch(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
