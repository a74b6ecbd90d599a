/** The exercises of a training, in the settings: what each plays, which one is running, and which were passed. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { usePracticeTexts } from '../../texts/pages/practice.ts';
import { type Exercise, exercises } from './exercises.ts';
import { beginExercise, endExercise, practice } from './practice.ts';

export default function Practice({ onBegin }: { readonly onBegin: () => void }) {
  const app = useApp();
  const { t, problem: textOf } = usePracticeTexts();
  const { running, done } = useStore(practice);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = (call: Promise<void>, then: () => void) =>
    void call.then(then, error => setProblem(problemOf(error)));
  const begin = (exercise: Exercise) => attempt(beginExercise(app, exercise), onBegin);
  return (
    <section aria-label={t('practice.title')} className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm text-soft">{t('practice.title')}</h3>
      <p className="text-sm">{t('practice.help')}</p>
      <div className="flex flex-wrap gap-2">
        {exercises.map(exercise => (
          <Button
            key={exercise.name}
            icon={done.has(exercise.name) ? 'check' : 'card'}
            label={t('practice.begin', { name: nameOf(exercise) })}
            onPress={() => begin(exercise)}
          >
            {nameOf(exercise)}
          </Button>
        ))}
        {running !== null && (
          <Button icon="cross" onPress={() => attempt(endExercise(app), () => undefined)}>
            {t('practice.stop')}
          </Button>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {problem && (
          <Message tone="error">
            {t('practice.failed')} {textOf(problem)}
          </Message>
        )}
      </div>
    </section>
  );

  function nameOf(exercise: Exercise): string {
    const state = done.has(exercise.name) ? 'done' : exercise.name === running ? 'running' : null;
    const name = t(`practice.${exercise.name}`);
    return state === null ? name : `${name} (${t(`practice.${state}`)})`;
  }
}
