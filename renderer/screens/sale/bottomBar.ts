/**
 * The amount to pay and the ways to pay it, or the pay-out, stay at the lower edge: of the page where that scrolls, and
 * of the basket where a card and paid parts take its room.
 */
export const BOTTOM_BAR =
  'stacked:tall:fixed stacked:tall:start-(--bar-start) stacked:tall:end-(--bar-end) stacked:tall:bottom-(--bar-below) stacked:tall:z-1 stacked:tall:border-t stacked:tall:border-line stacked:tall:bg-sunken stacked:tall:px-3 stacked:tall:pb-2 beside:sticky beside:bottom-0 beside:z-1 beside:-mb-3 beside:bg-sunken beside:pb-3';
