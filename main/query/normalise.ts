/** Takes off what clients put around a query by mistake: a second URL encoding, outer quotes, lost plus signs. */

/** Layers seen in the field are two; a few more cost nothing. */
const LAYERS = 4;

/** The query as its writer meant it. Anything that is not clearly wrapped stays as it came, blanks included. */
export function normaliseQuery(raw: string): string {
  let text = raw;
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const outer = text.trim();
    const inner = unquoted(decoded(outer));
    if (inner === outer) break;
    text = inner;
  }
  return text.replace(LOST_PLUS, '$1+$2');
}

// Encoding leaves no blank, quote or brace behind, so a text with one of these is not encoded as a whole.
const ENCODED = /^(?:[\w\-.!~*'();,/?:@&=+$#]|%[0-9a-f]{2})*$/i;

function decoded(text: string): string {
  if (!text.includes('%') || !ENCODED.test(text)) return text;
  try {
    // Where even the colon is encoded, a bare plus can only be a form's blank.
    return decodeURIComponent(text.includes(':') ? text : text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

// A phrase in quotes is a search for that phrase; only a whole query in quotes is unwrapped.
const QUERY_START = /^(?:NOT\b|[!\-(\s])*[A-Za-z_][\w.-]*(?::|%3A)/i;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$|^'([^']*)'$/s;

function unquoted(text: string): string {
  const [, double, single] = QUOTED.exec(text) ?? [];
  const inner = double?.replace(/\\(.)/gs, '$1') ?? single ?? '';
  return QUERY_START.test(inner) ? inner : text;
}

/** `+02:00` that was not encoded arrives as ` 02:00`. Both are one character, so positions stay. */
const LOST_PLUS = /(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?) (\d\d:\d\d)(?!\S)/g;
