/**
 * Shows the keys on the buttons to a person who uses keys, and hides them from a person who touches. Loaded after the first screen,
 * because nobody needs a hint before.
 */

/** Keys that no scanner sends: a scanner types characters and ends with Enter or Tab. */
const KEYS_OF_PEOPLE = /^(F\d+|Escape|Arrow.+|Home|End|Page.+|Insert|Delete|Pause)$/;

/** Marks the root of the document for the style sheets (`keys:`); returns a function that stops it. */
export function followKeyHints(document: Document): () => void {
  const { dataset } = document.documentElement;
  const onKey = ({ key }: KeyboardEvent) => {
    if (KEYS_OF_PEOPLE.test(key)) dataset.keys = 'shown';
  };
  const onPointer = () => {
    delete dataset.keys;
  };
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('pointerdown', onPointer, { capture: true });
  return () => {
    document.removeEventListener('keydown', onKey, { capture: true });
    document.removeEventListener('pointerdown', onPointer, { capture: true });
  };
}
