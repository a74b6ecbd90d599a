/** Dialogs over the screen, which are looked for at every key: a scan has fourteen of them. */

/** Classes of every dialog, and of the manual, over which no key of the dialog below acts either. */
export const DIALOG = 'dialog';
export const MANUAL = 'manual';

/** Browsers keep the list of a class until the page changes; a selector walks through all lines of a basket each time. */
export const isCovered = (page: Document, what: 'screen' | 'dialog'): boolean =>
  page.getElementsByClassName(what === 'screen' ? DIALOG : MANUAL).length > 0;
