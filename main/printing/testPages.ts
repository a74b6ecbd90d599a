/** The bytes of the test slip: itself by the chosen code page, then the letters by each page, as a manager compares them. */

import { type PrinterPage, pageBytes } from '../../drivers/index.ts';
import type { Language } from '../domain/money.ts';
import { space, textline } from '../domain/receipt.ts';
import { receiptCode } from '../domain/receiptCode.ts';
import { paperLines } from '../domain/receiptLayout.ts';
import type { PrinterRow } from '../store/printers.ts';
import { localTime, writtenDate } from '../world/clock.ts';
import { printerLine } from './printedPage.ts';
import { otherPagesText, TEST_LETTERS, testedPages, testSlip } from './testSlip.ts';

export async function testPages(row: PrinterRow, language: Language, now: number): Promise<Buffer> {
  const { columns, name, codePage } = row;
  const moment = new Date(now);
  const at = `${writtenDate(moment, language)} ${localTime(moment)}`;
  const slip = paperLines(testSlip({ name, columns, codePage, language, at }), { columns });
  const page: PrinterPage = {
    lines: slip.map(line => printerLine(line, columns)),
    code: row.code === 'none' ? undefined : { kind: row.code, text: receiptCode(0, '') },
    isPart: true,
  };
  const words = paperLines([space, textline(otherPagesText(language))], { columns });
  const intro = { lines: words.map(line => printerLine(line, columns)), isPart: true } as const;
  const letters = testedPages.map((tested, index) => {
    const lines = [{ text: `${tested}: ${TEST_LETTERS}`, bold: false, size: 1 as const }];
    const isLast = index === testedPages.length - 1;
    return pageBytes({ lines, ...(isLast ? {} : { isPart: true as const }) }, { ...row, codePage: tested });
  });
  return Buffer.concat(await Promise.all([pageBytes(page, row), pageBytes(intro, row), ...letters]));
}
