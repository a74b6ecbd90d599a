/** The parts of a page, one at a time. Each has its address: `/#/printers/logo`. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { Choice } from '../parts/Choice.tsx';
import type { Page } from '../stores/managerPage.ts';
import { useGuard } from './unsaved.tsx';

interface PartsProps<Name extends string> {
  readonly page: Page;
  readonly label: string;
  /** The first one is that of the address without a part. */
  readonly parts: readonly { readonly value: Name; readonly text: string }[];
  readonly children: (part: Name) => ReactNode;
}

export function Parts<Name extends string>({ page, label, parts, children }: PartsProps<Name>) {
  const { managerPage } = useApp();
  const { leave } = useGuard();
  const named = useStore(managerPage, ({ device }) => device);
  const current = parts.find(({ value }) => value === named) ?? parts[0]!;
  return (
    <>
      <Choice
        label={label}
        value={current.value}
        options={parts}
        isBare
        onChange={part => leave(() => managerPage.go(page, part))}
      />
      {children(current.value)}
    </>
  );
}
