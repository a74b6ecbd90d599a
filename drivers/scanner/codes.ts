/** Cuts the bytes of a serial scanner into codes, wherever the system splits them. Pure, except for the pause that ends a code without a suffix. */

export const scanSuffixes = ['line', 'tab', 'etx', 'pause'] as const;
/** A code ends with carriage return or line feed, a tabulator, the sign ETX, or a short silence. */
export type ScanSuffix = (typeof scanSuffixes)[number];

export interface ScanFormat {
  /** Sent before every code, and no part of it; empty for none. */
  readonly prefix: string;
  readonly suffix: ScanSuffix;
}

/** Longer than any code of a shop; more comes from a line with another speed. */
export const LONGEST_CODE = 200;
/** Silence that ends a code without a suffix, ms; three times a slow scanner's pause between two characters at 9600 baud. */
export const ENDING_PAUSE = 60;

const ENDS: Readonly<Record<ScanSuffix, RegExp | string | null>> = {
  line: /[\r\n]/,
  tab: '\t',
  etx: '\u0003',
  pause: null,
};

export interface CodeReader {
  /** Bytes as they came. */
  read(chunk: Buffer): void;
  /** The line broke: drops the half code that was read. */
  forget(): void;
}

/** `onCode` gets each code; `onNoise` is called for what cannot be one, as from a line with another speed. */
export function createCodeReader(format: ScanFormat, onCode: (code: string) => void, onNoise: () => void): CodeReader {
  const end = ENDS[format.suffix];
  let kept = '';
  let isTooLong = false;
  let pause: NodeJS.Timeout | undefined;

  function finish(): void {
    const text = kept;
    const wasTooLong = isTooLong;
    kept = '';
    isTooLong = false;
    if (text === '' && !wasTooLong) return;
    const code = wasTooLong ? null : codeIn(text, format.prefix);
    if (code === null) onNoise();
    else if (code !== '') onCode(code);
  }

  function keep(text: string): void {
    kept += text;
    if (kept.length <= LONGEST_CODE) return;
    kept = '';
    isTooLong = true;
  }

  return {
    read(chunk) {
      const text = chunk.toString('latin1');
      if (end === null) {
        clearTimeout(pause);
        keep(text);
        pause = setTimeout(finish, ENDING_PAUSE);
        return;
      }
      const [first = '', ...rest] = text.split(end);
      keep(first);
      for (const part of rest) {
        finish();
        keep(part);
      }
    },
    forget() {
      clearTimeout(pause);
      kept = '';
      isTooLong = false;
    },
  };
}

/** The code without its frame; empty where nothing is left, null where it holds what no scanner sends. */
function codeIn(text: string, prefix: string): string | null {
  const framed = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  // STX and the ends of other formats frame the code; the sign GS inside separates the parts of a GS1 code.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signs that frame a code
  const code = framed.replace(/^[\u0002\s]+|[\u0003\s]+$/g, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: GS is the only one of them inside a code
  return /^[\u001D\u0020-\u007E]*$/.test(code) ? code : null;
}
