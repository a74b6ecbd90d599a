/** The list of a manager's page: rows on one surface, and beside them the detail of the chosen row where there is room. */

import type { KeyboardEvent, ReactNode } from 'react';
import type { ManualPageId } from '../../main/wire/manual.ts';
import { useFocusBack } from '../app/focusBack.ts';
import { Button } from '../parts/Button.tsx';
import { ScreenTitle } from '../parts/Panel.tsx';

interface ListProps {
  readonly label?: string;
  readonly children: ReactNode;
}

/** Its children are `<li>` with a `Row` in each. It clips, because a list that hides what runs over shrinks in the grid of a page. */
export const List = ({ label, children }: ListProps) => (
  <ul
    aria-label={label}
    className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-clip card empty:hidden"
  >
    {children}
  </ul>
);

interface RowProps {
  readonly onOpen: () => void;
  readonly label?: string;
  /** Its detail is in sight. */
  readonly isChosen?: boolean;
  /** How what is in it is laid out. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A row that opens what it stands for. A plain button: hundreds of them are drawn at once. */
export const Row = ({ onOpen, label, isChosen = false, className = '', children }: RowProps) => (
  <button
    type="button"
    aria-label={label}
    aria-current={isChosen || undefined}
    onClick={onOpen}
    className={`touch-row w-full border-s-4 border-transparent py-2 ps-3 pe-4 text-start -outline-offset-3 hover:bg-sunken active:bg-tonal-pressed aria-[current]:border-action aria-[current]:bg-action-tint ${className}`}
  >
    {children}
  </button>
);

const TONES = {
  info: 'bg-action-tint text-action-ink',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
} as const;

/** A state that is not the normal one. */
export const Chip = ({ tone, children }: { readonly tone: keyof typeof TONES; readonly children: ReactNode }) => (
  <span
    className={`rounded-full border border-(--fill-edge) px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);

/** From 1024 px on the detail stands beside the list; below it takes the list's place. */
export const ListWithDetail = ({ list, detail }: { readonly list: ReactNode; readonly detail: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,26rem)]">
    <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${detail ? 'max-lg:hidden' : ''}`}>{list}</div>
    {detail}
  </div>
);

interface DetailProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** The page has a row of parts above it, which its lower edge has to leave room for. */
  readonly isBelowParts?: boolean;
  /** Its page of the manual; otherwise that of the page around it. */
  readonly manual?: ManualPageId | undefined;
  readonly children: ReactNode;
}

/** The thing that the chosen row stands for. It takes the focus, and gives it back to the row when it closes: with Escape or its button. */
export function Detail({ title, closeLabel, onClose, isBelowParts = false, manual, children }: DetailProps) {
  useFocusBack();
  // The page's own Escape would leave the page. A dialog over the detail keeps its keys.
  const close = (event: KeyboardEvent) => {
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isHere || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      aria-label={title}
      data-manual={manual}
      onKeyDown={close}
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 card p-4 scroll-pb-44 lg:sticky lg:top-0 lg:overflow-y-auto ${isBelowParts ? 'lg:max-h-[calc(100dvh-9rem)]' : 'lg:max-h-[calc(100dvh-6rem)]'}`}
    >
      <div className="flex items-center justify-between gap-4">
        <ScreenTitle level={2} className="text-xl font-semibold wrap-anywhere">
          {title}
        </ScreenTitle>
        <Button look="quiet" size="icon" icon="cross" label={closeLabel} onPress={onClose} />
      </div>
      {children}
    </section>
  );
}
