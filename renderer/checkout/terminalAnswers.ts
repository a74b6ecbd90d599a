/** Answers of the cashier to the terminal: replies to its questions, the handing out of goods, and asking for an outcome. */

import type { AnswerInput } from '../../main/wire/till.ts';
import { problemOf } from '../bridge/problem.ts';
import { type CheckoutParts, showProblem } from './parts.ts';

export function createTerminalAnswers(parts: Pick<CheckoutParts, 'client' | 'till' | 'notices'>) {
  const { client, till } = parts;

  return {
    /** Answers the question of the terminal once; an answer that did not arrive may be given again. */
    async answer(given: Omit<AnswerInput, 'question'>): Promise<void> {
      const { payment, reply } = till.getState();
      const question = payment?.question?.id;
      if (!question || (reply?.question === question && reply.state !== 'refused')) return;
      till.set({ reply: { question, state: 'sending', problem: null } });
      try {
        await client.answer({ ...given, question });
        till.set({ reply: { question, state: 'sent', problem: null } });
      } catch (error) {
        till.set({ reply: { question, state: 'refused', problem: problemOf(error) } });
      }
    },

    /** Reports whether the goods were handed out; if not, the terminal takes the money back. */
    handOver: (done: boolean): Promise<void> => client.handOver(done).catch(error => showProblem(parts, error)),

    /** Asks the terminal again for an unknown outcome; the answer comes with the event stream. */
    async askAgain(): Promise<void> {
      if (till.getState().askingTerminal) return;
      till.set({ askingTerminal: true });
      await client.recover().catch(error => showProblem(parts, error));
      till.set({ askingTerminal: false });
    },
  };
}
