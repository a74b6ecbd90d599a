/** The purpose of a data directory, written when the directory is made and never changed. */
export type Purpose = 'demo' | 'training' | 'live';

/** The purpose of a start with these settings. */
export const purposeOf = ({ demo, training }: { readonly demo: boolean; readonly training: boolean }): Purpose => {
  if (training) return 'training';
  return demo ? 'demo' : 'live';
};
