/** Codes that are scanned while this dialog is open: they are refused with a word, so that none ends the receipt behind it. */

import { useEffect, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useTexts } from '../../texts/context.tsx';

export function HeldScans() {
  const { scanner } = useApp();
  const { t } = useTexts();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => scanner.redirect(() => setHeld(true)), [scanner]);
  return <StatusRegion>{isHeld && <Message tone="warn">{t('entry.answerFirst')}</Message>}</StatusRegion>;
}
