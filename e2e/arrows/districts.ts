/**
 * The districts of the product, in the order of the flow: from the screen to the line of a terminal. Each room belongs to the district that
 * names the longest part of its path. `npm run check` refuses a room without a district, and a circle of districts.
 */
interface District {
  readonly title: string;
  readonly rooms: readonly string[];
}

export const districts = {
  screens: { title: 'Screens', rooms: ['renderer'] },
  office: { title: 'Back office', rooms: ['main/office'] },
  entry: {
    title: 'Way in',
    rooms: [
      'main',
      'main/start',
      'main/electron',
      'main/packaging',
      'main/update',
      'main/dataDirectory',
      'main/demo',
      'main/sandbox',
      'main/wiring',
      'main/api',
      'main/control',
    ],
  },
  beyond: {
    title: 'Beyond the shop',
    rooms: ['main/queue', 'main/upstream', 'main/officeLink', 'main/batch'],
  },
  shop: {
    title: 'Shop',
    rooms: [
      'main/masterData',
      'main/setup',
      'main/tillReports',
      'main/printing',
      'main/display',
      'main/scale',
      'main/scanner',
    ],
  },
  counter: {
    title: 'Counter',
    rooms: [
      'main/checkout',
      'main/sale',
      'main/terminal',
      'main/acquirer',
      'main/loyalty',
      'main/agreements',
      'main/wallet',
      'main/cash',
    ],
  },
  ground: {
    title: 'Ground',
    rooms: [
      'main/services',
      'main/http',
      'main/query',
      'main/files',
      'main/build',
      'main/reporting',
      'main/store',
      'main/world',
      'main/wire',
      'main/domain',
    ],
  },
  drivers: { title: 'Drivers', rooms: ['drivers'] },
} as const satisfies Record<string, District>;

type DistrictName = keyof typeof districts;

/** The district of a file or a room; null where no district names it. */
export function districtOf(file: string): DistrictName | null {
  const parts = file.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const room = parts.slice(0, length).join('/');
    // The room `main` is the files at its root; a folder of main/ has to be named itself.
    if (room === 'main' && !/^main(\/[^/]+\.ts)?$/.test(file)) return null;
    const named = names.find(name => districts[name].rooms.some(one => one === room));
    if (named) return named;
  }
  return null;
}

const names = Object.keys(districts) as DistrictName[];
