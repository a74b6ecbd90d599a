/** The step in which this shop takes cash: the smallest coin where the smaller ones are gone, else 1. */
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';

export function useCashStep(): number {
  const { session } = useApp();
  return useStore(session, state => state.info?.merchant.cashStep ?? 1);
}
