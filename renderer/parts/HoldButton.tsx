/**
 * A button for what cannot be undone: held for one second, by touch, pointer or key. Who presses it with a key or a screen reader and
 * does not hold it is asked by the button itself, and confirms with a second press.
 */

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { later } from '../app/timers.ts';
import { useHoldTexts } from '../texts/pages/hold.ts';
import { type ButtonProps, buttonClass } from './Button.tsx';
import { Icon } from './Icon.tsx';

export const HOLD = 1000;
/** A second press comes this much later, so that a double press confirms nothing. */
const PAUSE = 500;

interface HoldButtonProps extends Pick<ButtonProps, 'icon' | 'look' | 'size' | 'busy' | 'className'> {
  readonly children: ReactNode;
  /** The words of the button for the second press: `Yes, …`. */
  readonly again: string;
  readonly onHeld: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

type Said = 'how' | 'longer' | 'again';

export function HoldButton(props: HoldButtonProps) {
  const { children, again, onHeld, icon, look, size = 'tall', busy, className, ref } = props;
  const { t } = useHoldTexts();
  const id = useId();
  const hold = useHold(onHeld, busy ?? false);
  const isAgain = hold.said === 'again';
  return (
    <div className={`grid content-start gap-1 ${className ?? ''}`}>
      <button
        ref={ref}
        type="button"
        aria-describedby={id}
        {...(busy ? { 'aria-disabled': true } : {})}
        {...hold.events}
        className={`relative touch-manipulation overflow-clip ${buttonClass({ size, ...(look ? { look } : {}) })}`}
      >
        <span
          aria-hidden="true"
          data-holding={hold.isHolding}
          style={{ transitionDuration: hold.isHolding ? `${HOLD}ms` : '0ms' }}
          className="absolute inset-0 origin-left scale-x-0 bg-current opacity-20 transition-transform ease-linear data-[holding=true]:scale-x-100 rtl:origin-right"
        />
        {icon && <Icon name={icon} />}
        {isAgain ? again : children}
      </button>
      <p id={id} role="status" className={`text-sm ${hold.said === 'how' ? 'text-soft' : 'font-semibold text-warn'}`}>
        {t(`hold.${hold.said}`)}
      </p>
    </div>
  );
}

/** The state of a press, and the events of the button that make it. */
function useHold(onHeld: () => void, isBusy: boolean) {
  const [isHolding, setHolding] = useState(false);
  const [said, setSaid] = useState<Said>('how');
  const cancel = useRef<(() => void) | null>(null);
  const askedAt = useRef(0);
  useEffect(() => () => cancel.current?.(), []);

  const commit = () => {
    cancel.current = null;
    setHolding(false);
    setSaid('how');
    onHeld();
  };
  const begin = () => {
    if (isBusy || cancel.current) return;
    setHolding(true);
    cancel.current = later(commit, HOLD);
  };
  /** True where the press ended before its time. */
  const end = (): boolean => {
    const isShort = cancel.current !== null;
    cancel.current?.();
    cancel.current = null;
    setHolding(false);
    return isShort;
  };
  /** A press of a key or a screen reader that was not held. */
  const ask = () => {
    if (isBusy) return;
    const now = performance.now();
    if (said !== 'again') {
      askedAt.current = now;
      setSaid('again');
    } else if (now - askedAt.current >= PAUSE) commit();
  };
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return {
    isHolding,
    said,
    events: {
      onPointerDown: (event: PointerEvent) => {
        // A finger that slides off the button has changed its mind.
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.releasePointerCapture(event.pointerId);
        if (event.button === 0) begin();
      },
      onPointerUp: () => {
        if (end()) setSaid('longer');
      },
      onPointerLeave: () => void end(),
      onPointerCancel: () => void end(),
      // A touch that is held opens the menu of the browser.
      onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPress(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isPress(event)) return;
        event.preventDefault();
        if (end()) ask();
      },
      onBlur: () => {
        end();
        setSaid('how');
      },
      // A screen reader presses without a pointer and without a key.
      onClick: (event: { readonly detail: number }) => event.detail === 0 && ask(),
    },
  };
}
