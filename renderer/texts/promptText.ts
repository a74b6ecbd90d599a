/** The words of a terminal without its lines that only repeat the amount: the amount is the biggest figure beside them. */
export function promptText(text: string): string {
  const lines = text.split('\n');
  const words = lines.filter(line => !/^\s*(EUR|CHF|€)?\s*\d[\d.]*,\d{2}\s*(EUR|CHF|€)?\s*$/.test(line));
  return words.length > 0 ? words.join('\n') : text;
}
