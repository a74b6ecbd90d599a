/** Receipt number and amount as a terminal prints them, read from the lines of a slip. */

/** Null where one of the two is not found. Amount in minor units. */
export function slipFacts(lines: readonly string[]): { readonly receipt: number; readonly amount: number } | null {
  const receipt = firstMatch(lines, RECEIPT);
  const amount = firstMatch(lines, AMOUNT);
  return receipt === null || amount === null
    ? null
    : { receipt: Number(receipt), amount: Number(amount.replace(/\D/g, '')) };
}

const RECEIPT = /^\s*(?:beleg|bon|receipt|slip)[\s-]*(?:nr|nummer|no|number)[^\d]*(\d{1,4})\s*$/i;
/** Thousands are parted by a point or a comma; the last one parts the cents. */
const AMOUNT = /^\s*(?:betrag|summe|gesamt|amount|total)\b[^\d-]*(\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2})(?!\d)/i;

function firstMatch(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
