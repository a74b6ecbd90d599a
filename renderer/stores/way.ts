export type Way = 'cash' | 'cashless' | 'loyalty';
