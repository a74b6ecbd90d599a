/**
 * The amount to pay and the ways to pay it, or the pay-out, stay at the lower edge: of the page where that scrolls, and
 * of the basket where a card and paid parts take its room.
 */
export const BOTTOM_BAR =
  'max-lg:tall:fixed max-lg:tall:start-(--bar-start) max-lg:tall:end-(--bar-end) max-lg:tall:bottom-(--bar-below) max-lg:tall:z-1 max-lg:tall:border-t max-lg:tall:border-line max-lg:tall:bg-sunken max-lg:tall:px-3 max-lg:tall:pb-2 lg:sticky lg:bottom-0 lg:z-1 lg:-mb-3 lg:bg-sunken lg:pb-3';
