/** Refuses to take money for an article with an age limit that nobody has confirmed at the screen of the till. */
import type { Input } from '../domain/transaction.ts';
import { screenClientId } from '../world/demoIds.ts';
import { BridgeError } from '../world/errors.ts';
import type { SaleWriter } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { ageMarkOf } from './checkedBasket.ts';
import { itemsOf } from './document.ts';

/** Steps that begin to take money; what a terminal has approved is never refused. */
const TAKES_MONEY: ReadonlySet<Input> = new Set(['pay', 'authorise', 'book', 'bookPart']);

/** Foreign registers are free: they ask by themselves. Throws `ageNotConfirmed`. */
export const createAgeGuard = (world: () => Pick<World, 'soldArticles'>): SaleWriter => ({
  checking({ client, merchant, document }, input) {
    if (client !== screenClientId || !TAKES_MONEY.has(input)) return;
    const { soldArticles } = world();
    for (const [index, item] of itemsOf(document).entries()) {
      if (item.quantity <= 0 || item.item_type !== 'article') continue;
      const minimum = soldArticles.byNumber(merchant, item.articleNumber)?.minimumAge ?? 0;
      if (minimum > (ageMarkOf(item)?.minimum ?? 0))
        throw new BridgeError(
          'ageNotConfirmed',
          `basket.products[${index}]: ${item.desc} is sold from ${minimum} years`,
          {
            extra: { member: `basket.products[${index}].age_confirmed`, minimum },
          },
        );
    }
  },
});
