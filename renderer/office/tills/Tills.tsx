/** The tills: how every installation is, gaps and refused records, and enrolment of new ones. */

import { useState } from 'react';
import type { Static } from 'typebox';
import type { OfficeBridgeList } from '../../../main/wire/office/sales.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { type OfficeTextKey, type OfficeTexts, officeTexts, useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, PageHead, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';
import { type BridgeState, bridgeState, byUrgency, conditionOf } from './bridgeState.ts';
import { EnrolmentCode } from './EnrolmentCode.tsx';
import { Fleet } from './Fleet.tsx';
import { Gaps, Refused, SetAside, Waiting } from './Holes.tsx';

type Bridge = Static<typeof OfficeBridgeList>['data'][number];

export default function Tills() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { role } = useMe();
  const answer = useResource('bridges', signal => client.bridges(signal));
  const [revoking, setRevoking] = useState<Bridge | null>(null);
  const mayChange = role !== 'readonly';
  return (
    <>
      <PageHead title={t('tills.title')}>{mayChange && <EnrolmentCode />}</PageHead>
      <Fleet />
      <AnswerState answer={answer} />
      {answer.value && (
        <Part title={t('tills.bridges')}>
          <Bridges bridges={answer.value.data} onRevoke={mayChange ? setRevoking : null} />
        </Part>
      )}
      <Gaps />
      <Waiting />
      <Refused />
      <SetAside mayChange={mayChange} />
      {revoking && (
        <Revoke
          bridge={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            answer.reload();
          }}
        />
      )}
    </>
  );
}

interface BridgesProps {
  readonly bridges: readonly Bridge[];
  readonly onRevoke: ((bridge: Bridge) => void) | null;
}

function Bridges({ bridges, onRevoke }: BridgesProps) {
  const { t, language } = useOfficeTexts();
  const { zone } = useFormats();
  const now = Date.now();
  return (
    <Table
      caption={t('tills.bridges')}
      rows={byUrgency(bridges, now, language)}
      keyOf={({ id }) => id}
      empty={t('office.none')}
      columns={[
        { title: t('tills.name'), cell: bridge => bridge.name },
        { title: t('sales.store'), cell: bridge => bridge.store_name },
        { title: t('tills.state'), cell: bridge => <StateText state={bridgeState(bridge, now)} /> },
        {
          title: t('tills.lastHeard'),
          cell: ({ last_heard: at }) => (
            <span className="whitespace-nowrap">{at ? formatTimeIn(at, { language, zone }) : t('tills.never')}</span>
          ),
        },
        { title: t('tills.waiting'), cell: bridge => conditionOf(bridge).waiting, numeric: true },
        { title: t('tills.parked'), cell: bridge => conditionOf(bridge).parked, numeric: true },
        { title: t('tills.version'), cell: bridge => conditionOf(bridge).version ?? '–' },
        {
          title: t('tills.terminals'),
          cell: bridge =>
            conditionOf(bridge)
              .terminals.map(({ name, state }) => `${name}: ${terminalState(state, t)}`)
              .join(', ') || '–',
        },
        ...(onRevoke
          ? [
              {
                title: t('tills.revoke'),
                cell: (bridge: Bridge) =>
                  bridge.state !== 'revoked' && (
                    <Button
                      look="quiet"
                      className="whitespace-nowrap"
                      label={t('tills.revokeLong', { name: bridge.name })}
                      onPress={() => onRevoke(bridge)}
                    >
                      {t('tills.revoke')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

const terminalState = (state: string, t: OfficeTexts['t']): string => {
  const key = `terminalState.${state}`;
  return key in officeTexts ? t(key as OfficeTextKey) : state;
};

const LOOKS = {
  ok: { tone: 'text-good', icon: 'check' },
  silent: { tone: 'text-bad', icon: 'off' },
  revoked: { tone: 'text-soft', icon: 'cross' },
} as const;

function StateText({ state }: { readonly state: BridgeState }) {
  const { t } = useOfficeTexts();
  const { tone, icon } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${tone}`}>
      <Icon name={icon} size={20} />
      {t(`tills.${state}`)}
    </span>
  );
}

interface RevokeProps {
  readonly bridge: Bridge;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Revoke({ bridge, onClose, onDone }: RevokeProps) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const { busy, problem, run } = useChange();
  const revoke = async () => {
    if ((await run(() => client.revoke(bridge.id))) !== null) onDone();
  };
  return (
    <Sheet title={t('tills.revokeTitle')} closeLabel={t('office.close')} onClose={onClose}>
      <div className="grid gap-3">
        {problem && <Message tone="error">{problemText(problem)}</Message>}
        <Confirmation
          text={t('tills.revokeText', { name: bridge.name, store: bridge.store_name })}
          yes={t('tills.revokeYes')}
          no={t('office.cancel')}
          danger
          busy={busy}
          onYes={() => void revoke()}
          onNo={onClose}
        />
      </div>
    </Sheet>
  );
}
