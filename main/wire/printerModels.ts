/** Makes of receipt printers and their code pages, without what describes a wire, so that a screen can offer them. */

// The words of the driver, which the wire does not import; where one is wrong, nothing compiles.
export const printerModels = [
  'epson',
  'bixolon',
  'citizen',
  'fujitsu',
  'hp',
  'metapace',
  'mpt',
  'pos-5890',
  'pos-8360',
  'star',
  'sunmi',
  'xprinter',
  'youku',
] as const;

export const codePages = ['auto', 'cp858', 'windows1252', 'iso8859-15', 'cp850', 'cp437', 'bitmap'] as const;
