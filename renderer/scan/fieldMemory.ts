/** Remembers the field that has the focus, so that what a scanner did to it can be undone. */

type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface FieldMemory {
  readonly focused: Element | null;
  readonly value: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

const NO_TEXT: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
]);

export const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type));

export function rememberField(focused: Element | null): FieldMemory {
  // An arrow chooses at once in a list of choices.
  if (focused instanceof HTMLSelectElement) return { focused, value: focused.value, start: null, end: null };
  if (!isTextField(focused)) return { focused, value: null, start: null, end: null };
  return { focused, value: focused.value, start: focused.selectionStart, end: focused.selectionEnd };
}

/** Gives the focus back, and sets the value with the browser's setter and an input event, so that React's state follows. */
export function restoreField({ focused, value, start, end }: FieldMemory): void {
  if (!focused?.isConnected) return;
  // The page itself takes no focus: what has it now, as by the Tab of a code, gives it up.
  if (focused === document.body) (document.activeElement as HTMLElement | null)?.blur();
  else if (document.activeElement !== focused && focused instanceof HTMLElement) focused.focus();
  const isChoice = focused instanceof HTMLSelectElement;
  if (!(isChoice || isTextField(focused)) || value === null || focused.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(focused), 'value')?.set?.call(focused, value);
  focused.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
  if (isChoice) return;
  // Fields of an address or a number have no selection.
  if (start !== null) focused.setSelectionRange(start, end);
}
