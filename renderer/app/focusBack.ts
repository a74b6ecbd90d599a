/** Gives the focus back to what had it before a field or dialog opened, where closing it leaves the focus nowhere. */
import { useEffect, useState } from 'react';

export function useFocusBack(): void {
  // While this is drawn first, the focus is still where it was.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveBack(before), [before]);
}

/** The button that was pressed may be gone with its menu: then the focus stays with the page. */
function giveBack(before: Element | null): void {
  requestAnimationFrame(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
  });
}
