/** The icons of the screen. An icon never stands alone: a text is always beside it. */

const PATHS = {
  check: 'M4 12.5l5.2 5.2L20 7',
  cross: 'M6 6l12 12M18 6L6 18',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5L21 21',
  mail: 'M3 6h18v12H3zM3.5 6.5l8.5 7 8.5-7',
  card: 'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5zM3 10h18M7 14.5h4',
  cash: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M6 12h.01M18 12h.01',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.4a4.3 4.3 0 0 1 7.5 2.4C19.5 15.4 12 20 12 20z',
  tag: 'M4 4h7.5L20 12.5 12.5 20 4 11.5zM8.2 8.2h.01',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v6M13.7 10.5v6',
  undo: 'M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9',
  alert: 'M12 4L2.8 20h18.4zM12 10v5M12 17.6h.01',
  question: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM9.4 9.5a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2M12 16.8h.01',
  info: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 11v5.5M12 7.6h.01',
  print: 'M7 9V4h10v5M7 17H4.5v-7.5h15V17H17M7 14h10v6H7z',
  terminal: 'M7 3h10v18H7zM9.5 6h5v4h-5zM10 13.5h.01M14 13.5h.01M10 17h.01M14 17h.01',
  cloud: 'M7 18.5a4 4 0 0 1-.4-8 5.5 5.5 0 0 1 10.6-1.1A4.6 4.6 0 0 1 17 18.5z',
  off: 'M4 4l16 16M7 18.5a4 4 0 0 1-.4-8M9.6 6.6a5.5 5.5 0 0 1 7.6 2.8 4.6 4.6 0 0 1 2.5 7.6M17 18.5H9',
  home: 'M4 11l8-7 8 7M6.5 9.5V20h11V9.5',
  clock: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7v5.2l3.4 2',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  back: 'M14 6l-6 6 6 6',
  down: 'M6 9l6 6 6-6',
  next: 'M5 12h14M13 6l6 6-6 6',
  basket: 'M3.5 9.5h17l-1.8 9.5H5.3zM8 9.5L10.5 4M16 9.5L13.5 4',
  erase: 'M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5',
  chart: 'M4 4v16h16M8.5 16v-4M12.5 16V8M16.5 16v-6',
  receipt: 'M6 3v18l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5 2 1.5V3zM9.5 8h5M9.5 12h5',
  split: 'M3 12h6l6-6h6M9 12l6 6h6',
  more: 'M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z',
  empties: 'M10 3h4v4l1.5 2.5V21h-7V9.5L10 7zM8.5 13h7',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  out: 'M14 4H5v16h9M10 12h10M16.5 8l4 4-4 4',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
} as const;

export type IconName = keyof typeof PATHS;

export const iconNames = Object.keys(PATHS) as readonly IconName[];

export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="icon shrink-0">
      <path d={PATHS[name]} />
    </svg>
  );
}
