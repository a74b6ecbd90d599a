/** Where the whole page scrolls, what the sale ends with stays at its lower edge: the amount to pay and its ways, or the pay-out. */
export const BOTTOM_BAR =
  'max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:tall:z-1 max-lg:tall:border-t max-lg:tall:border-line max-lg:tall:bg-panel max-lg:tall:px-3 max-lg:tall:pb-2';
