/** A key that waits until it is sure that no scanner sent it; then it acts as if it had just been pressed. */

import { isTextField } from './fieldMemory.ts';

type Later = (run: () => void, delay: number) => () => void;

/** Events that were held and are sent again, with the time at which their key went down, ms: they pass. */
const released = new WeakMap<Event, number>();

export const isReleased = (event: Event): boolean => released.has(event);

/** Moment at which the key went down, ms. */
export const timeOf = (event: Event): number => released.get(event) ?? event.timeStamp;

export function createHeldKey(later: Later) {
  let held: KeyboardEvent | null = null;
  let cancel = () => {};
  const take = (): KeyboardEvent | null => {
    const event = held;
    held = null;
    cancel();
    return event;
  };
  const release = () => {
    const event = take();
    if (event) pressAgain(event);
  };
  return {
    /** Holds the key, and releases it after `delay` milliseconds. */
    hold(event: KeyboardEvent, delay: number): void {
      held = event;
      cancel = later(release, delay);
    },
    /** Lets the held key act at once, because the next key came too late for a scanner. */
    release,
    drop: () => void take(),
  };
}

/** A page may not press a key for the browser, so the press of the focused control and the sending of its form are done here. */
function pressAgain(pressed: KeyboardEvent): void {
  const target = placeOf(pressed);
  const again = copyOf('keydown', pressed);
  if (target.dispatchEvent(again)) pressByDefault(pressed.key, target);
  // The press of a button ends when the key comes up.
  target.dispatchEvent(copyOf('keyup', pressed));
}

/** A screen that was drawn anew meanwhile has the focus elsewhere. */
function placeOf({ target }: KeyboardEvent): Element {
  return target instanceof Element && target.isConnected ? target : (document.activeElement ?? document.body);
}

function copyOf(type: 'keydown' | 'keyup', pressed: KeyboardEvent): KeyboardEvent {
  const { key, code, shiftKey, location } = pressed;
  const event = new KeyboardEvent(type, {
    key,
    code,
    shiftKey,
    location,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  released.set(event, pressed.timeStamp);
  return event;
}

function pressByDefault(key: string, target: Element): void {
  if (isPressable(target) && (key === 'Enter' || (key === ' ' && !target.matches('a')))) target.click();
  else if (key === 'Enter' && target instanceof HTMLInputElement && target.form) submitByEnter(target.form);
}

/** As a browser does it: through the form's button, and without a button where the form has one field only. */
function submitByEnter(form: HTMLFormElement): void {
  const button = [...form.elements].find(element => element instanceof HTMLButtonElement && element.type === 'submit');
  if (button instanceof HTMLButtonElement) button.click();
  else if ([...form.elements].filter(isTextField).length === 1) form.requestSubmit();
}

/** True for a control that Enter or the space bar presses. */
export const isPressable = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('button, a[href], summary, [role="button"], input') &&
  !isTextField(target);
