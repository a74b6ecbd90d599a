/** The stores that the page of today is about: one, those of a region, or all. */
import type { Me } from '../../../main/wire/office/people.ts';

export interface Place {
  readonly store?: string;
  readonly region?: string;
}

export const addressOf = (place: Place): string => new URLSearchParams({ ...place }).toString();

export function isIn({ store, region }: Place, stores: Me['stores'], id: string): boolean {
  if (store !== undefined) return id === store;
  return region === undefined || stores.some(each => each.id === id && each.region === region);
}
