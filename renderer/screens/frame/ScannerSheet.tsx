/** The scanner of this till: what it sends before and behind a code, and its keyboard; learned from a test code that is drawn here. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { textWidths } from '../../../drivers/printer/code128.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { wedgeKeysOf } from '../../scan/scannerKeys.ts';
import { slowestPace } from '../../scan/slowScan.ts';
import { type Lesson, lessonOf, type ScannerKeys, TEST_CODE } from '../../scan/teaching.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { useScanStrokes } from './useScanStrokes.ts';

const CONFIGURED: ScannerKeys = { prefix: '', suffix: 'Enter', layout: null };

export default function ScannerSheet({ onClose }: { readonly onClose: () => void }) {
  const { scanner, settings } = useApp();
  const { t } = useMenuTexts();
  const stored = useStore(settings, ({ scannerKeys }) => scannerKeys);
  const keys = { ...CONFIGURED, ...configured(scanner.options()), ...(stored as Partial<ScannerKeys> | null) };
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [tried, setTried] = useState<string | null>(null);
  const set = (part: Partial<ScannerKeys>) => {
    const scannerKeys = { ...keys, ...part };
    settings.set({ scannerKeys });
    scanner.setOwn(wedgeKeysOf(scannerKeys));
  };
  const forget = () => {
    settings.set({ scannerKeys: null });
    scanner.setOwn({});
    scanner.forget();
    setLesson(null);
  };
  useScanStrokes(isWaiting, strokes => {
    const read = lessonOf(strokes);
    setWaiting(false);
    setLesson(read);
    if (read.kind !== 'learnt') return;
    set(read.keys);
    settings.set({ scannerGap: read.gap });
  });
  useEffect(() => scanner.redirect(setTried), [scanner]);
  return (
    <Sheet manual="keys" title={t('scanner.sheet')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-4">
        <p>{t('scanner.how')}</p>
        <TestCode text={TEST_CODE} />
        <Button
          className="justify-self-start"
          look={isWaiting ? 'surface' : 'primary'}
          pressed={isWaiting}
          onPress={() => setWaiting(!isWaiting)}
        >
          {t(isWaiting ? 'scanner.waitingTest' : 'scanner.teachTest')}
        </Button>
        <StatusRegion>
          {lesson && (
            <Message tone={lesson.kind === 'learnt' ? 'good' : 'warn'}>
              {lesson.kind === 'learnt' && t('scanner.taught')}
              {lesson.kind === 'other' && t('scanner.other', { read: lesson.read })}
              {lesson.kind === 'capsLock' && t('scanner.capsLock')}
              {lesson.kind === 'slow' && t('scanner.tooSlow', { pace: lesson.pace, most: slowestPace })}
            </Message>
          )}
          {tried !== null && <Message tone="info">{t('scanner.tried', { read: tried })}</Message>}
        </StatusRegion>
        <Choice
          label={t('scanner.suffix')}
          value={keys.suffix}
          options={(['Enter', 'Tab', 'none'] as const).map(value => ({ value, text: t(`scanner.suffix.${value}`) }))}
          onChange={suffix => set({ suffix })}
        />
        <Choice
          label={t('scanner.layout')}
          value={keys.layout ?? 'own'}
          options={(['own', 'us', 'de'] as const).map(value => ({ value, text: t(`scanner.layout.${value}`) }))}
          onChange={layout => set({ layout: layout === 'own' ? null : layout })}
        />
        <Field
          label={t('scanner.prefix')}
          help={t('scanner.prefixHelp')}
          value={keys.prefix}
          maxLength={10}
          onChange={prefix => set({ prefix })}
        />
        {stored && (
          <Button className="justify-self-start" onPress={forget}>
            {t('scanner.forget')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

const configured = (options: { readonly prefix: string; readonly suffix: string } | null): Partial<ScannerKeys> =>
  options ? { prefix: options.prefix, suffix: options.suffix === 'Tab' ? 'Tab' : 'Enter' } : {};

/** Modules of white beside the bars, as the symbology wants it. */
const QUIET = 10;

/** Black on white in every theme, because a scanner reads it. */
function TestCode({ text }: { readonly text: string }) {
  const { t } = useMenuTexts();
  const widths = textWidths(text);
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, QUIET));
  const whole = widths.reduce((sum, width) => sum + width, 2 * QUIET);
  return (
    <figure className="grid gap-1 rounded-control bg-white p-2 text-center text-black">
      <svg
        role="img"
        aria-label={t('scanner.drawn', { text })}
        viewBox={`0 0 ${whole} 40`}
        shapeRendering="crispEdges"
        className="h-24 w-full"
        preserveAspectRatio="none"
      >
        {widths.map((width, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing but their place
          at % 2 === 0 ? <rect key={at} x={starts[at]} y={0} width={width} height={40} fill="black" /> : null,
        )}
      </svg>
      <figcaption className="figures text-sm">{text}</figcaption>
    </figure>
  );
}
