/** Has changes of the basket and of the sale spoken; there is nothing to see. */
import { useEffect } from 'react';
import { useApp } from '../../app/context.tsx';
import { speakChanges } from '../../stores/spokenChanges.ts';

export default function SpokenChanges() {
  const app = useApp();
  useEffect(() => speakChanges(app), [app]);
  return null;
}
