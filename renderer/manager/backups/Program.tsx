/** The program and its updates: which version works, what the last look found, and what it waits for. */
import type { Update } from '../../../main/wire/update.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Message } from '../../parts/Panel.tsx';
import { useBackupTexts } from '../../texts/pages/backups.ts';
import { Section } from '../Page.tsx';

const PATH = '/bridge/v1/update';
const [ERROR, WARN, INFO] = ['error', 'warn', 'info'] as const;
const TONES = { stays: ERROR, broken: ERROR, wentBack: WARN, failed: WARN, waits: INFO, ready: INFO };

export function Program() {
  const { client } = useApp();
  const { t, language } = useBackupTexts();
  const view = useResource(PATH, () => client.ask<Update>('GET', PATH)).value;
  if (!view) return null;
  const { running, last } = view;
  const words = last && t(`update.${last.ending}`, { version: last.version ?? running, running });
  const tone = last && last.ending in TONES ? TONES[last.ending as keyof typeof TONES] : null;
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Section title={t('update.title')}>
      <p className="figures text-xl font-semibold">{t('update.version', { version: running })}</p>
      {last === null && <p className="text-soft">{t('update.none')}</p>}
      {words && (tone === null ? <p>{words}</p> : <Message tone={tone}>{words}</Message>)}
      {last && <p className="text-soft">{t('update.looked', { at: moment.format(new Date(last.at)) })}</p>}
      {last && last.because.length > 0 && <p className="text-soft">{t('update.support')}</p>}
      {last && last.because.length > 0 && (
        <ul className="list-disc ps-5 text-soft" lang="en">
          {last.because.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
