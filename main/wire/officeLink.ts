/** The link to the back office as a manager sees it: `/bridge/v1/queue/office`. */
import Type, { type Static } from 'typebox';
import { EnrolmentCode } from './office/enrolment.ts';
import { nullable, openObject, Texts, Timestamp } from './shapes.ts';

export const OfficeLinkView = Type.Object({
  state: Type.Enum(['none', 'asking', 'enrolled', 'revoked', 'left'], {
    description:
      'none: never enrolled. asking: the code has not been answered yet. revoked: nothing is sent until a new code. left: forgotten by a person',
  }),
  since: nullable(Timestamp),
  address: nullable(Type.String({ description: 'base address of the back office' })),
  configured: Type.Boolean({ description: 'the address stands in the configuration and is changed there' }),
  bridge: nullable(Type.String({ description: 'BRG_… of this bridge there' })),
  merchant: nullable(Type.String({ description: 'its name there' })),
  store: nullable(Type.String({ description: 'name of the store that this bridge belongs to there' })),
  waiting: Type.Integer({ description: 'records that are not confirmed' }),
  refused: Type.Integer({ description: 'records that the back office refused; they stay here' }),
  condition: Type.Object({
    state: Type.Enum(['unknown', 'up', 'down', 'refused']),
    since: Timestamp,
    next_try: nullable(Timestamp),
    reason: nullable(Type.Object({ code: Type.String(), texts: Texts })),
  }),
});
export type OfficeLinkView = Static<typeof OfficeLinkView>;

const DespiteWaiting = Type.Optional(
  Type.Boolean({ description: 'a person knows that records wait for the back office that is left by this' }),
);

/** `DELETE /bridge/v1/queue/office/enrolment?despite_waiting=true`: refused (1210) while records wait, unless it is said. */
export const OfficeLeavingQuery = openObject({ despite_waiting: Type.Optional(Type.Enum(['true', 'false'])) });
export type OfficeLeavingQuery = Static<typeof OfficeLeavingQuery>;

/** `POST /bridge/v1/queue/office/enrolment`. */
export const OfficeEnrolmentInput = openObject({
  code: EnrolmentCode,
  despite_waiting: DespiteWaiting,
  address: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s]+$', description: 'left out where the configuration names it' }),
  ),
});
export type OfficeEnrolmentInput = Static<typeof OfficeEnrolmentInput>;
