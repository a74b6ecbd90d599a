/** Texts of the back office's screen, a file for each page. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import { accountTexts } from './office/account.ts';
import { auditTexts } from './office/audit.ts';
import { bankTexts } from './office/bank.ts';
import { closingsTexts } from './office/closings.ts';
import { frameTexts } from './office/frame.ts';
import { peopleTexts } from './office/people.ts';
import { receiptTexts } from './office/receipt.ts';
import { reportsTexts } from './office/reports.ts';
import { salesTexts } from './office/sales.ts';
import { shopTexts } from './office/shop.ts';
import { tillsTexts } from './office/tills.ts';
import { todayTexts } from './office/today.ts';

export const officeTexts = {
  ...frameTexts,
  ...todayTexts,
  ...reportsTexts,
  ...salesTexts,
  ...tillsTexts,
  ...closingsTexts,
  ...receiptTexts,
  ...peopleTexts,
  ...auditTexts,
  ...shopTexts,
  ...bankTexts,
  ...accountTexts,
} as const;

export const useOfficeTexts = addTexts(officeTexts);
export type OfficeTextKey = TextKey | keyof typeof officeTexts;
export type OfficeTexts = ReturnType<typeof useOfficeTexts>;
