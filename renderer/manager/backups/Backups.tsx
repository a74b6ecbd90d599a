/** The page of the backups: is there one, when is the next, what went wrong; and one at once. */

import type { Backup, Backups as View } from '../../../main/wire/backups.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useBackupTexts } from '../../texts/pages/backups.ts';
import { shopZone } from '../../texts/zone.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { Program } from './Program.tsx';

const PATH = '/bridge/v1/backups';
/** A run that is under way ends by itself, ms. */
const LOOK_EVERY = 2000;

export default function Backups() {
  const { client } = useApp();
  const { t, problem: textOf } = useBackupTexts();
  const resource = useResource(PATH, () => client.ask<View>('GET', PATH), LOOK_EVERY);
  const change = useChange();
  const view = resource.value;
  const begin = async () => {
    const after = await change.run(() => client.ask<View>('POST', PATH));
    if (after) resource.show(after);
  };
  return (
    <Page title={t('backups.title')}>
      <PageProblem problem={resource.problem} onAgain={resource.reload} />
      <StatusRegion>
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
        {view && <State view={view} />}
      </StatusRegion>
      {view?.last && <Last backup={view.last} />}
      {view && view.to !== null && (
        <Section title={t('backups.plan')}>
          <Plan view={view} />
          <Button
            className="justify-self-start"
            icon="check"
            disabled={view.running || change.busy}
            onPress={() => void begin()}
          >
            {t('backups.now')}
          </Button>
        </Section>
      )}
      <Program />
    </Page>
  );
}

function State({ view: { to, running, last, problem } }: { readonly view: View }) {
  const { t } = useBackupTexts();
  const moment = useMoment();
  if (to === null) return <Message tone="warn">{t('backups.unset')}</Message>;
  if (running) return <Message tone="info">{t('backups.running')}</Message>;
  if (problem)
    return (
      <Message tone="error">
        {t('backups.failed', { at: moment(problem.at) })} {t(`backups.${problem.kind}`)}
      </Message>
    );
  return last === null ? <Message tone="warn">{t('backups.none')}</Message> : null;
}

function Last({ backup: { made, sales, receipt, bytes, sealed, has_key } }: { readonly backup: Backup }) {
  const { t, language } = useBackupTexts();
  const moment = useMoment();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <Section title={t('backups.last')}>
      <p className="figures text-xl font-semibold">{moment(made)}</p>
      <p>{t('backups.lastHelp', { sales: number.format(sales), receipt, megabytes: number.format(bytes / 1e6) })}</p>
      <p className="text-soft">{sealed ? t('backups.sealed') : t('backups.open')}</p>
      {!has_key && <p className="text-soft">{t('backups.keyless')}</p>}
    </Section>
  );
}

function Plan({ view: { to, next, keep } }: { readonly view: View }) {
  const { t } = useBackupTexts();
  const moment = useMoment();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <dt className="text-soft">{t('backups.place')}</dt>
      <dd className="break-words font-semibold">{to}</dd>
      <dt className="text-soft">{t('backups.next')}</dt>
      <dd className="figures font-semibold">{next === null ? t('backups.never') : moment(next)}</dd>
      <dt className="text-soft">{t('backups.kept')}</dt>
      <dd>{t('backups.keptOf', keep)}</dd>
    </dl>
  );
}

function useMoment(): (at: string) => string {
  const { language } = useBackupTexts();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: shopZone() });
  return at => format.format(new Date(at));
}
