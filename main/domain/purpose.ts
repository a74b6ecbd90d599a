/** What a data directory is for: it is written when the directory is made, and the directory stays for that. */
export type Purpose = 'demo' | 'training' | 'live';

/** Of a start with these settings. */
export const purposeOf = ({ demo, training }: { readonly demo: boolean; readonly training: boolean }): Purpose => {
  if (training) return 'training';
  return demo ? 'demo' : 'live';
};
