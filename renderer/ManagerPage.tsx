/** The pages over the sale. Each is loaded when it is opened. */

import { laterPart } from './parts/laterPart.tsx';
import { ManualPlace } from './parts/Sheet.tsx';
import { MANUAL_OF_PAGE } from './screens/frame/manualPlaces.ts';
import type { Page } from './stores/managerPage.ts';

const PAGES = {
  sales: laterPart(() => import('./manager/sales/Sales.tsx')),
  cash: laterPart(() => import('./manager/cash/Cash.tsx')),
  closing: laterPart(() => import('./manager/closing/Closing.tsx')),
  dayEnd: laterPart(() => import('./manager/dayEnd/DayEnd.tsx')),
  printers: laterPart(() => import('./manager/printers/Printers.tsx')),
  terminals: laterPart(() => import('./manager/terminals/Terminals.tsx')),
  operations: laterPart(() => import('./manager/operations/Operations.tsx')),
  queue: laterPart(() => import('./manager/queue/Queue.tsx')),
  reports: laterPart(() => import('./manager/reports/TillReports.tsx')),
  loyalty: laterPart(() => import('./manager/loyalty/Loyalty.tsx')),
  people: laterPart(() => import('./manager/people/People.tsx')),
  audit: laterPart(() => import('./manager/audit/Audit.tsx')),
  backups: laterPart(() => import('./manager/backups/Backups.tsx')),
  doubts: laterPart(() => import('./manager/doubts/Doubts.tsx')),
  articles: laterPart(() => import('./manager/articles/Articles.tsx')),
  import: laterPart(() => import('./manager/articles/Import.tsx')),
  tiles: laterPart(() => import('./manager/tiles/Tiles.tsx')),
  shop: laterPart(() => import('./manager/shop/Shop.tsx')),
  manage: laterPart(() => import('./manager/manage/Manage.tsx')),
} as const satisfies Record<Page, unknown>;

export default function ManagerPage({ page }: { readonly page: Page }) {
  const Current = PAGES[page];
  return (
    <ManualPlace value={MANUAL_OF_PAGE[page]}>
      <Current />
    </ManualPlace>
  );
}
