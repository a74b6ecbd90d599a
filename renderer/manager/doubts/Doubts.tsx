/** The page of what the bridge doubts about itself: is the clock right, and which numbers were given. A manager answers. */

import { useState } from 'react';
import type { DoubtsView } from '../../../main/wire/doubts.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useDoubtTexts } from '../../texts/pages/doubts.ts';
import { shopZone } from '../../texts/zone.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { NumbersQuestion } from './NumbersQuestion.tsx';

const PATH = '/bridge/v1/doubts';
/** A clock that is set, and a back office that answers, show by themselves. */
const LOOK_EVERY = 5000;

export default function Doubts() {
  const { client } = useApp();
  const { t } = useDoubtTexts();
  const {
    value: view,
    problem,
    reload,
    show,
  } = useResource(PATH, () => client.ask<DoubtsView>('GET', PATH), LOOK_EVERY);
  const [done, setDone] = useState(false);
  const answered = (after: DoubtsView) => {
    show(after);
    setDone(after.clock === null && after.numbers === null);
  };
  return (
    <Page title={t('doubts.title')}>
      <PageProblem problem={problem} onAgain={reload} />
      <StatusRegion>
        {done && <Message tone="good">{t('doubts.done')}</Message>}
        {!done && view && view.clock === null && view.numbers === null && (
          <Message tone="good">{t('doubts.none')}</Message>
        )}
      </StatusRegion>
      {view?.clock && (
        <ClockQuestion clock={view.clock} send={() => client.ask('POST', `${PATH}/clock`)} onAnswered={answered} />
      )}
      {view?.numbers && (
        <NumbersQuestion
          numbers={view.numbers}
          send={input => client.ask('POST', `${PATH}/numbers`, input)}
          onAnswered={answered}
        />
      )}
    </Page>
  );
}

interface ClockProps {
  readonly clock: NonNullable<DoubtsView['clock']>;
  readonly send: () => Promise<DoubtsView>;
  readonly onAnswered: (after: DoubtsView) => void;
}

function ClockQuestion({ clock, send, onAnswered }: ClockProps) {
  const { t, language, problem: textOf } = useDoubtTexts();
  const [sure, setSure] = useState(false);
  const change = useChange();
  const moment = (at: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: shopZone() }).format(
      new Date(at),
    );
  const confirm = async () => {
    const after = await change.run(send);
    setSure(false);
    if (after) onAnswered(after);
  };
  return (
    <Section title={t('doubts.clock')}>
      <p>{clock.cause[language]}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-soft">{t('doubts.clockNow')}</dt>
        <dd className="figures font-semibold">{moment(clock.now)}</dd>
        {clock.newest !== null && (
          <>
            <dt className="text-soft">{t('doubts.clockNewest')}</dt>
            <dd className="figures font-semibold">{moment(clock.newest)}</dd>
          </>
        )}
      </dl>
      <p className="text-soft">{t('doubts.clockHelp')}</p>
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      {sure ? (
        <Confirmation
          text={t('doubts.clockSure', { moment: moment(clock.now) })}
          no={t('doubts.back')}
          yes={t('doubts.clockYes')}
          held={t('doubts.again')}
          icon="check"
          onNo={() => setSure(false)}
          onYes={() => void confirm()}
        />
      ) : (
        <Button className="justify-self-start" icon="clock" onPress={() => setSure(true)}>
          {t('doubts.clockRight')}
        </Button>
      )}
    </Section>
  );
}
