/** Answers to questions of the terminal, as their screens see them. */

import { useStore } from 'zustand';
import type { TerminalQuestion } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';

/** Has an answer to this question been given, so that no other may follow? */
export function useIsAnswered({ id }: TerminalQuestion): boolean {
  const { till } = useApp();
  return useStore(till, ({ reply }) => reply?.question === id && reply.state !== 'refused');
}
