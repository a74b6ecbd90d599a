/** Routings: each joins a till that asks for card payments with the terminal that takes them. Pure. */

export type Side = 'till' | 'terminal';

const SIDES = { cashier: 'till', shopmodule: 'till', zvt: 'terminal', webterminal: 'terminal' } as const;

/** Device types in the spelling of the wire. */
export type RoutedType = keyof typeof SIDES;

export const sideOf = (type: RoutedType): Side => SIDES[type];

interface Assigned {
  readonly id: string;
  readonly type: RoutedType;
}

export type Assignment = 'new' | 'there' | 'sideTaken' | 'tillElsewhere';

/**
 * The result of assigning a device: a routing has one till and one terminal, a till belongs to one routing, and a
 * terminal may serve several tills.
 */
export function assignment(assigned: readonly Assigned[], device: Assigned, routed: boolean): Assignment {
  if (assigned.some(({ id }) => id === device.id)) return 'there';
  if (assigned.some(({ type }) => sideOf(type) === sideOf(device.type))) return 'sideTaken';
  return sideOf(device.type) === 'till' && routed ? 'tillElsewhere' : 'new';
}
