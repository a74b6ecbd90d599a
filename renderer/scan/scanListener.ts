/**
 * Listens for the scanner on the whole document, whichever element has the focus. Characters reach the focused field without
 * delay. When a burst turns out to be a scan, the field gets its old value back. No other key of a burst reaches the screen: the
 * gate drops what came within the scanner's gap before or after another key.
 */

import { type FieldMemory, isTextField, rememberField, restoreField } from './fieldMemory.ts';
import { createHeldKey, isPressable, isReleased, timeOf } from './heldKey.ts';
import { type GateKey, type GateState, gateStep, openGate } from './keyGate.ts';
import { extendTrail, isCut, type KeyTrail, type SlowScan, slowestPace, slowScanIn, stillTyped } from './slowScan.ts';
import type { TypedDigits } from './typedDigits.ts';
import { ending, idle, MODIFIERS, readKey, stillIn, type WedgeOptions } from './wedge.ts';

export interface ScanHandlers {
  /** Called at every key. */
  readonly options: () => WedgeOptions | null;
  readonly onScan: (code: string) => void;
  /** Called for a code that was typed too slowly to be certainly a scan, outside every field. */
  readonly onSlow: (scan: SlowScan) => void;
  /** Receives what people type outside every field. */
  readonly typed: Pick<TypedDigits, 'press' | 'enter' | 'times' | 'cancel' | 'isPending'>;
  /** True while a dialog lies over the screen. */
  readonly isCovered: () => boolean;
  /** Calls back after a delay in milliseconds; returns a function that cancels the call. */
  readonly later: (run: () => void, delay: number) => () => void;
}

/** Returns a function that stops listening. */
export function listenForScans(target: Document, handlers: ScanHandlers): () => void {
  const listener = new ScanListener(target, handlers);
  const onKey = (event: KeyboardEvent) => listener.press(event);
  const onPointer = () => listener.touch();
  // The window hears a key before the document, where the screens listen.
  const window = target.defaultView ?? target;
  window.addEventListener('keydown', onKey as EventListener, { capture: true });
  window.addEventListener('pointerdown', onPointer, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey as EventListener, { capture: true });
    window.removeEventListener('pointerdown', onPointer, { capture: true });
  };
}

/** Less than what typed digits wait for their search, ms: digits of a scan never go there. */
const SILENCE = 200;

class ScanListener {
  readonly #target: Document;
  readonly #on: ScanHandlers;
  readonly #held: ReturnType<typeof createHeldKey>;
  /** Ends a code without a suffix. */
  #silence = () => {};
  #wedge = idle;
  #gate: GateState = openGate;
  /** The last key belongs to a burst that began before it. */
  #follows = false;
  #trail: KeyTrail = [];
  /** The field before the first key of the burst. */
  #before: FieldMemory | null = null;
  /** Time of the last key of a code that a silence ended. */
  #cut = Number.NEGATIVE_INFINITY;
  /** The field before a key that edits it or leaves it, and that may be the first key of a burst. */
  #beforeEdit: FieldMemory | null = null;

  constructor(target: Document, handlers: ScanHandlers) {
    this.#target = target;
    this.#on = handlers;
    this.#held = createHeldKey(handlers.later);
  }

  /** A finger on the screen shows that a person pressed the keys before it: the key that waits acts before the touch. */
  touch(): void {
    this.#held.release();
    this.#trail = [];
  }

  press(event: KeyboardEvent): void {
    const given = this.#on.options();
    if (!given || event.isComposing) return;
    if (isReleased(event)) this.#read(event, given);
    else if (this.#passes(event, given)) this.#read(event, given);
  }

  /** True when the key acts now. */
  #passes(event: KeyboardEvent, given: WedgeOptions): boolean {
    const { state, does, follows } = gateStep(this.#gate, gateKeyOf(event, given), given);
    if (MODIFIERS.has(event.key)) return true;
    if (follows) this.#held.drop();
    else this.#held.release();
    this.#gate = state;
    this.#follows = follows;
    if (follows && this.#beforeEdit && event.key !== given.suffix) restoreField(this.#beforeEdit);
    this.#beforeEdit = null;
    if (does === 'pass') {
      const isFirstEdit = !follows && event.key.length > 1 && event.key !== given.suffix;
      if (isFirstEdit) this.#beforeEdit = rememberField(this.#target.activeElement);
      return true;
    }
    // Digits that a person has typed just now take the key themselves.
    if (does === 'hold' && event.key === 'Enter' && this.#on.typed.isPending()) return true;
    consume(event);
    if (does === 'hold' && this.#endsSlowScan(event, this.#trail, given)) {
      this.#trail = [];
      return false;
    }
    if (does === 'hold') this.#held.hold(event, 2 * given.gap);
    else this.#drop(event);
    return false;
  }

  /** The burst goes on behind a key that was dropped, and its digits are nobody's. */
  #drop(event: KeyboardEvent): void {
    // Control and the key right of Ü: the sign between the parts of a GS1 code.
    const key = event.ctrlKey && event.code === 'BracketRight' ? '\u001d' : '';
    this.#wedge = stillIn(this.#wedge, event.timeStamp, key);
    this.#trail = stillTyped(this.#trail, event.timeStamp, key);
    this.#on.typed.cancel();
  }

  #read(event: KeyboardEvent, given: WedgeOptions): void {
    const { typed } = this.#on;
    const { combined, key: means } = gateKeyOf(event, given);
    const key = { key: means, time: timeOf(event), repeat: event.repeat, combined };
    const trailed = this.#trail;
    const [next, meaning] = readKey(this.#wedge, key, given);
    const field = meaning.kind === 'typing' && meaning.starts ? rememberField(this.#target.activeElement) : null;
    const step = field ? { ...key, undo: () => restoreField(field) } : key;
    if (!combined) this.#trail = extendTrail(trailed, step, event.key === given.suffix);
    const inBurst = this.#wedge.burst !== '' && next.burst.length > this.#wedge.burst.length;
    this.#wedge = next;
    this.#silence();
    if (given.suffix === '' && inBurst)
      this.#silence = this.#on.later(() => this.#endBySilence(given), Math.min(2 * given.gap, SILENCE));
    // First, because a code may have begun before a key that came late.
    if (this.#endsSlowScan(event, trailed, given)) {
      consume(event);
      return;
    }
    if (meaning.kind === 'scanned') {
      consume(event);
      this.#take(meaning.code, event.target);
      return;
    }
    if (event.key === given.suffix && this.#gate.dropped) {
      // Keys of a scanner that are no code press nothing, and leave nothing in a field.
      consume(event);
      typed.cancel();
      this.#restore();
      return;
    }
    this.#type(event, inBurst);
    if (field) this.#before = field;
    else if (inBurst && event.key === ' ' && !isTextField(event.target)) consume(event);
  }

  /** The page may be busy: the keys that wait for it are read before the silence counts. */
  #endBySilence(given: WedgeOptions): void {
    const meaning = ending(this.#wedge.burst, given);
    this.#wedge = idle;
    const field = this.#target.activeElement;
    const last = this.#trail.at(-1)?.time ?? 0;
    const halted = slowScanIn(this.#trail, last, given, true);
    if (halted) this.#takeSlow(halted, field);
    else if (meaning.kind === 'scanned') this.#take(meaning.code, field);
    // The silence has cut a code in two, and this is its end.
    else if (!takesScan(field) && isCut(this.#trail, this.#cut)) this.#restore();
    if (!halted && meaning.kind === 'typing') return;
    this.#trail = [];
    this.#cut = last;
  }

  #take(code: string, field: EventTarget | null): void {
    // The field wants the code itself: it keeps the characters, and its form is not sent.
    if (takesScan(field)) return;
    this.#restore();
    this.#on.typed.cancel();
    this.#on.onScan(code);
  }

  #restore(): void {
    if (this.#before) restoreField(this.#before);
    this.#before = null;
  }

  /** True when the key ends a slow scan, or one with keys that came late. */
  #endsSlowScan(event: KeyboardEvent, trailed: KeyTrail, given: WedgeOptions): boolean {
    if (event.key !== given.suffix) return false;
    const pause = timeOf(event) - (trailed.at(-1)?.time ?? 0);
    // A person sends the form of a field that keeps its codes.
    if (takesScan(event.target) && pause > slowestPace) return false;
    const slow = slowScanIn(trailed, timeOf(event), given, isTextField(event.target));
    if (!slow) return false;
    this.#takeSlow(slow, event.target);
    return true;
  }

  #takeSlow(slow: SlowScan, field: EventTarget | null): void {
    if (takesScan(field)) return;
    if (slow.keys.some(({ undo }) => undo)) this.#before = null;
    for (const { undo } of slow.keys.toReversed()) undo?.();
    this.#restore();
    this.#on.typed.cancel();
    if (slow.pace) this.#on.onSlow(slow);
    else this.#on.onScan(slow.code);
  }

  /**
   * Collects digits outside every field. An Enter right after them belongs to the digits, and an Enter right behind any other key
   * to nothing: only an Enter by itself presses the focused button.
   */
  #type(event: KeyboardEvent, inBurst: boolean): void {
    if (isTextField(event.target) || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const { typed } = this.#on;
    const isOpen = !this.#on.isCovered();
    if (event.key === 'Enter') {
      if ((isOpen && typed.enter()) || this.#follows) consume(event);
    } else if (isOpen && (/^\d$/.test(event.key) || (/^[.,/]$/.test(event.key) && typed.isPending()))) {
      // A comma within digits makes them another number: 1,5 is never 15.
      if (!this.#gate.dropped) typed.press(event.key);
      // A scanner may send the sign within a code.
    } else if (isOpen && isTimes(event.key) && !inBurst && typed.times()) {
      consume(event);
      this.#trail = [];
    }
  }
}

function gateKeyOf(event: KeyboardEvent, { characterOf }: WedgeOptions): GateKey {
  const { timeStamp: time, repeat, target } = event;
  const key = characterOf?.(event) ?? event.key;
  const combined = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
  const place = isTextField(target) ? 'field' : isPressable(target) ? 'control' : 'elsewhere';
  return { key, time, repeat, combined, place };
}

/** The keys that mean `×`: that of the number pad, and the letter that looks like it. */
export const isTimes = (key: string): boolean => ['*', '×', 'x', 'X'].includes(key);

const takesScan = (target: EventTarget | null): boolean => isTextField(target) && target.dataset.takesScan === 'true';

/** Keeps a key away from buttons, forms and the keys of the screen. */
function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
