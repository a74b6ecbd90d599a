/** The button of the screen: at least 48 px, 64 px for money and digits, with the key that does the same. */

import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const LOOKS = {
  /** The next step: one of a view. */
  primary: 'bg-action text-on-action hover:bg-action-hover active:bg-action-pressed',
  tonal: 'bg-tonal text-ink hover:bg-tonal-hover active:bg-tonal-pressed',
  /** On a tinted row. */
  surface: 'bg-surface text-ink hover:bg-tonal active:bg-tonal-pressed',
  /** Only beside a button that is filled. */
  quiet: 'bg-transparent text-ink hover:bg-tonal active:bg-tonal-pressed',
  /** One of a choice; the chosen segment is pressed. */
  segment:
    'bg-transparent text-ink bg-clip-padding hover:bg-tonal-hover active:bg-tonal-pressed aria-pressed:bg-surface aria-pressed:text-action-ink aria-pressed:shadow-card',
  /** A group of tiles; the chosen tab is pressed. */
  tab: 'bg-transparent text-ink hover:bg-tonal active:bg-tonal-pressed aria-pressed:bg-ink aria-pressed:text-surface',
  /** On the dark bar at the side. */
  rail: 'bg-rail-hover text-rail-ink hover:text-white active:text-white',
  danger: 'bg-bad-tint text-bad hover:bg-tonal-hover active:bg-tonal-pressed',
} as const;

const SIZES = {
  normal: 'touch px-4 text-base font-semibold',
  tall: 'touch-tall px-5 text-lg font-semibold',
  /** Tenders: their key takes the place of the icon, because their words may have two lines. */
  tender: 'touch-pay min-w-0 flex-col gap-0 px-1 text-lg leading-tight font-semibold max-sm:text-base',
  /** The tender that comes next. */
  next: 'touch-pay min-w-0 px-2 text-xl leading-tight font-bold max-sm:text-lg',
  icon: 'touch p-0',
  /** An amount with what it means below. */
  note: 'touch-tall flex-col gap-0 px-2',
  /** A row of a list. */
  row: 'touch-row w-full justify-start px-4 text-base font-semibold',
  key: 'touch-tall p-0 text-2xl font-semibold figures',
} as const;

export interface ButtonProps {
  readonly onPress: () => void;
  readonly children?: ReactNode;
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  readonly icon?: IconName;
  /** Name of the key that does the same. */
  readonly hint?: string | undefined;
  readonly label?: string | undefined;
  /** Id of the element that describes the button. */
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  /**
   * The action of the button is still running. The button ignores presses and keeps the focus: without the focus, no key
   * would reach the dialog around it, and a screen reader would start again at the top of the page.
   */
  readonly busy?: boolean;
  readonly className?: string;
  readonly pressed?: boolean;
  /** True while the part that this button opens is open. */
  readonly expanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button of the browser: that of the library would be a tenth of the first screen. */
export const Button = (props: ButtonProps) => (
  <button
    type="button"
    ref={props.ref}
    onClick={() => props.busy || props.onPress()}
    disabled={props.disabled}
    aria-disabled={props.busy || undefined}
    aria-label={props.label}
    aria-describedby={props.describedBy}
    aria-pressed={props.pressed}
    aria-expanded={props.expanded}
    className={buttonClass(props)}
  >
    {contentOf(props)}
  </button>
);

export const buttonClass = ({
  look = 'tonal',
  size = 'normal',
  className = '',
}: Pick<ButtonProps, 'look' | 'size' | 'className'>) =>
  `inline-flex items-center justify-center gap-2 rounded-control border border-(--fill-edge) transition duration-(--quick) select-none enabled:active:scale-97 off:border-line off:bg-disabled-fill off:text-disabled forced-colors:aria-pressed:border-4 ${LOOKS[look]} ${SIZES[size]} ${className}`;

const contentOf = ({ icon, hint, size, children }: ButtonProps) => {
  const isFirst = hint && (size === 'tender' || size === 'next');
  return (
    <>
      {icon && (
        <span className={isFirst ? 'keys:hidden' : 'contents'}>
          <Icon name={icon} />
        </span>
      )}
      {children}
      {hint && <Hint place={isFirst ? 'order-first' : ''}>{hint}</Hint>}
    </>
  );
};

/**
 * The key that presses the button, shown once somebody works with keys. Hidden from screen readers, so that the name of the button
 * stays unchanged.
 */
export const Hint = ({ children, place = '' }: { readonly children: ReactNode; readonly place?: string }) => (
  <span
    aria-hidden="true"
    className={`hidden rounded-small border border-current keys:inline px-1.5 text-sm font-normal ${place}`}
  >
    {children}
  </span>
);
