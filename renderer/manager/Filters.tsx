/** Filters of a list that are wanted less often: on a phone behind a button, so that the list has the screen. */

import { type ReactNode, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { useFormTexts } from '../texts/pages/form.ts';

interface FiltersProps {
  /** How the filters are laid out where there is room for them. */
  readonly className: string;
  readonly children: ReactNode;
}

export function Filters({ className, children }: FiltersProps) {
  const { t } = useFormTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="justify-self-start sm:hidden" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('form.filters')}
      </Button>
      <div className={`${className} ${isOpen ? '' : 'max-sm:hidden'}`}>{children}</div>
    </>
  );
}
