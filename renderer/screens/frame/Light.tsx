/** One light of the bar: icon, words, and since when. The colour only repeats the words. */

import { Icon, type IconName } from '../../parts/Icon.tsx';
import { railItem } from './railItem.ts';

export interface LightProps {
  readonly icon: IconName;
  /** Class of the colour. */
  readonly tone: string;
  readonly text: string;
  /** Since when, why and how much waits, a line each. */
  readonly more?: readonly string[];
  /** Opens the explanation; a light without one is no button. */
  readonly onPress?: () => void;
  /** In the bar, where only what is not as it should be has room for more than its name. */
  readonly inBar?: boolean;
}

export const GOOD = 'text-good';

export function Light({ icon, tone, text, more = [], onPress, inBar = true }: LightProps) {
  const isQuiet = inBar && tone === GOOD;
  const words = (
    <>
      <Icon name={icon} size={20} />
      <span className={inBar ? 'max-w-full hyphens-auto wrap-anywhere text-ink' : ''}>
        <span className="font-semibold">{text}</span>
        {more.map(line => (
          <span key={line} className={isQuiet ? 'sr-only' : 'figures block font-normal'}>
            {line}
          </span>
        ))}
      </span>
    </>
  );
  const look = inBar
    ? `${railItem} w-full gap-0.5 py-1 max-sm:flex-row max-sm:gap-2 max-sm:text-start`
    : 'touch flex items-center gap-2 rounded-control px-3 text-start text-sm';
  return (
    // On a phone a light that is as it should be gives its room to the sale.
    <li className={isQuiet ? 'max-sm:hidden' : ''}>
      {onPress ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onPress}
          className={`${look} ${tone} ${inBar ? 'hover:bg-rail-hover' : 'bg-tonal hover:bg-tonal-hover'}`}
        >
          {words}
        </button>
      ) : (
        <span className={`${look} ${tone}`}>{words}</span>
      )}
    </li>
  );
}
