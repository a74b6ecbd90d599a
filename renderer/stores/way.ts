/** The ways to pay a basket. */

export type Way = 'cash' | 'cashless' | 'loyalty';
