/** How a bridge becomes known to the back office: by a one-time code, with a key pair that it made itself. */
import Type, { type Static } from 'typebox';
import { openObject, Timestamp } from '../shapes.ts';

/** Ten characters of base32 without 0, 1, I and O, written in two groups; demo codes are longer. */
export const EnrolmentCode = Type.String({ minLength: 4, maxLength: 40 });

/** A zone that the office does not know leaves the store as it is. */
export const TillZone = Type.String({
  maxLength: 60,
  description: 'by which the till lives, for example Europe/Berlin; its store takes it unless a person has set one',
});

/** `POST /office/v1/enrolments`: no token. */
export const EnrolmentInput = openObject({
  code: EnrolmentCode,
  installation: Type.String({ maxLength: 100, description: 'the name that distinguishes this installation' }),
  name: Type.String({ maxLength: 200 }),
  public_key: Type.String({ maxLength: 1000, description: 'Ed25519, SPKI as base64' }),
  version: Type.String({ maxLength: 100 }),
  time_zone: Type.Optional(TillZone),
});
export type EnrolmentInput = Static<typeof EnrolmentInput>;

export const Enrolment = Type.Object({
  bridge: Type.String({ description: 'BRG_…' }),
  key: Type.String({ description: 'keyid of its signatures' }),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  store: Type.Object({ id: Type.String(), name: Type.String(), time_zone: Type.String() }),
  at: Timestamp,
});
export type Enrolment = Static<typeof Enrolment>;

/** `POST /office/v1/keys`, signed with the key that is replaced: both hold until the first batch with the new one. */
export const KeyRotation = openObject({ public_key: Type.String({ maxLength: 1000 }) });
export type KeyRotation = Static<typeof KeyRotation>;
export const RotatedKey = Type.Object({ key: Type.String() });
export type RotatedKey = Static<typeof RotatedKey>;

/** `POST /office/v1/codes`, by a person of the back office. */
export const EnrolmentCodeInput = openObject({
  store: Type.String({ maxLength: 100 }),
  uses: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'installations that may enrol with it; left out: one' }),
  ),
});
export type EnrolmentCodeInput = Static<typeof EnrolmentCodeInput>;
export const NewEnrolmentCode = Type.Object({
  code: EnrolmentCode,
  store: Type.String(),
  uses: Type.Integer({ description: 'installations that may enrol with it' }),
  expires: Timestamp,
});
export type NewEnrolmentCode = Static<typeof NewEnrolmentCode>;
