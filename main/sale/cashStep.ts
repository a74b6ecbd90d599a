/** The smallest step in which a sale is paid in cash: by its currency, and by the country and the choice of its shop. */
import { cashStepOf } from '../domain/cashRounding.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

type InSale = Pick<Sale, 'merchant'> & { readonly document: Pick<Sale['document'], 'basket_info'> };

export const saleCashStep = ({ devices }: Pick<World, 'devices'>, { merchant, document }: InSale): number =>
  cashStepOf(devices.merchant(merchant), document.basket_info.currency);
