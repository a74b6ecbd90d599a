/** Looks of what can be pressed in the bar at the side. */
export const railItem =
  'flex min-h-12 min-w-12 flex-col items-center justify-center rounded-control px-0.5 text-center text-[0.8125rem] leading-4 font-semibold';
