/** The running exercise of a training: sets the virtual terminal, watches the sale on the till, and says whether the choice was right. */

import { createStore } from 'zustand/vanilla';
import type { App } from '../../app/app.ts';
import type { PracticeTexts } from '../../texts/pages/practice.ts';
import { type Exercise, type ExerciseName, judge } from './exercises.ts';

interface PracticeState {
  readonly running: ExerciseName | null;
  readonly done: ReadonlySet<ExerciseName>;
}

/** Lives as long as the page: the settings, which show it, close while the cashier sells. */
export const practice = createStore<PracticeState>(() => ({ running: null, done: new Set() }));

type PracticeApp = Pick<App, 'client' | 'till' | 'notices'>;

let unwatch = () => {};

/** Rejects where the virtual terminal does not take the behaviour; nothing is running then. */
export async function beginExercise(app: PracticeApp, exercise: Exercise): Promise<void> {
  unwatch();
  practice.setState({ running: null });
  await play(app, exercise.behaviour);
  practice.setState({ running: exercise.name });
  say(app, 'info', exercise, 'task');
  watch(app, exercise);
}

export async function endExercise(app: PracticeApp): Promise<void> {
  unwatch();
  practice.setState({ running: null });
  await play(app, 'approve');
}

const play = ({ client }: PracticeApp, behaviour: string) => client.ask('PUT', '/bridge/v1/practice', { behaviour });

function watch(app: PracticeApp, exercise: Exercise): void {
  let judged = app.till.getState().sale?.id;
  unwatch = app.till.subscribe(({ sale, payment, stopRequested, busy }) => {
    // While a payment waits for a decision, its sale may look paid.
    if (!sale || payment || busy || sale.id === judged) return;
    const verdict = judge(exercise, sale, stopRequested);
    if (verdict === null) return;
    judged = sale.id;
    if (verdict !== 'again') {
      practice.setState(({ done }) => ({
        running: null,
        done: verdict === 'right' ? new Set([...done, exercise.name]) : done,
      }));
      // The terminal approves again; where it cannot be reached, the next exercise sets it anew.
      void endExercise(app).catch(() => undefined);
    }
    say(app, verdict === 'right' ? 'good' : 'warn', exercise, verdict);
  });
}

type Saying = 'task' | 'right' | 'wrong' | 'again';

/** In the message line, which stays while the cashier sells. The texts are there: the settings have loaded them. */
const say = ({ notices }: PracticeApp, tone: 'info' | 'good' | 'warn', { name }: Exercise, what: Saying) =>
  notices.show(tone, texts => (texts as PracticeTexts).t(`practice.${name}.${what}`));
