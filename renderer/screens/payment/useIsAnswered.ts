/** Tells whether a question of the terminal is answered. */

import { useStore } from 'zustand';
import type { TerminalQuestion } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';

/** True when this question has an answer, so that no other answer may follow. */
export function useIsAnswered({ id }: TerminalQuestion): boolean {
  const { till } = useApp();
  return useStore(till, ({ reply }) => reply?.question === id && reply.state !== 'refused');
}
