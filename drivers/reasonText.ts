/** The text of a reason or a state: the terminal's own, else that of the protocol's table in both languages. */
import type { Texts } from './terminal.ts';

export function reasonText(
  own: string | undefined,
  { de, en }: Texts,
  language: keyof Texts,
): { text: string; texts?: Texts } {
  if (own !== undefined) return { text: own };
  const texts = { de, en };
  return { text: texts[language], texts };
}
