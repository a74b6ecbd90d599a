/** Shows the keys on the buttons to a person who uses keys, and hides them from a person who touches. */

/** Keys that no scanner sends: a scanner types characters and ends with Enter or Tab. */
const KEYS_OF_PEOPLE = /^(F\d+|Escape|Arrow.+|Home|End|Page.+|Insert|Delete|Pause)$/;

/** Marks the document, for style sheets. */
export function followKeyHints(document: Document): void {
  const { dataset } = document.documentElement;
  const onKey = ({ key }: KeyboardEvent) => {
    if (KEYS_OF_PEOPLE.test(key)) dataset.keys = 'shown';
  };
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('pointerdown', () => delete dataset.keys, { capture: true });
}
