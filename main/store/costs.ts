/** Purchase prices: those of the articles now, and those in the records of closed sales. */
import { costsIn } from '../domain/margin.ts';
import { codeKey } from '../domain/productCode.ts';
import type { Costs } from '../world/costs.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

interface Row {
  readonly cost: number;
  readonly measure: string;
}

export function createCosts(db: Pick<Database, 'prepare'>): Costs {
  const COST = "SELECT m.cost, m.document ->> '$.measure' AS measure FROM";
  const byNumber = db.prepare<Row>(
    `${COST} article_master m WHERE m.merchant = ${OPAQUE_PARAMETER} AND m.article_number = ${OPAQUE_PARAMETER} AND m.cost IS NOT NULL`,
  );
  const byCode = db.prepare<Row>(
    `${COST} article_code c JOIN article_master m ON m.id = c.article
      WHERE c.merchant = ${OPAQUE_PARAMETER} AND c.code = ${OPAQUE_PARAMETER} AND m.cost IS NOT NULL`,
  );
  const closed = db
    .prepare<string>(
      "SELECT facts FROM queue_record WHERE object = ? AND kind = 'sale' AND event = 'closed' ORDER BY number DESC LIMIT 1",
    )
    .pluck();
  return {
    ofArticle(merchant, number, code) {
      const row =
        number === ''
          ? code === ''
            ? undefined
            : byCode.get(merchant, codeKey(code))
          : byNumber.get(merchant, number);
      return row ? { cost: row.cost, ...(row.measure === 'kg' ? { unit: 'kg' } : {}) } : null;
    },
    ofSale(sale) {
      const facts = closed.get(sale);
      return facts === undefined ? [] : costsIn(JSON.parse(facts));
    },
  };
}
