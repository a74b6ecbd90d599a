/** PIN login of our own screen. The refresh token stays in an HttpOnly cookie, so a reload keeps the cashier signed in. */
import Type, { type Static } from 'typebox';
import { roles } from './roles.ts';
import { idOf, nullable, Timestamp } from './shapes.ts';

/** `POST /bridge/v1/session` */
export const LoginInput = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  pin: Type.String({ minLength: 1, maxLength: 64 }),
  new_pin: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'where the PIN must be changed (code 5062), or is to be' }),
  ),
  till: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'SDV_…: the till that this screen stands at; the first till where it is left out',
    }),
  ),
});
export type LoginInput = Static<typeof LoginInput>;

/** Answer of `POST /bridge/v1/session` and `POST /bridge/v1/session/refresh`; `DELETE /bridge/v1/session` answers `{result: true}`. */
export const Session = Type.Object({
  access_token: Type.String(),
  expires_in: Type.Integer({ description: 'seconds' }),
  user: Type.Object({
    id: idOf('USR'),
    username: Type.String(),
    name: Type.String(),
    role: Type.Enum(roles),
    language: nullable(Type.Enum(['de', 'en'], { description: 'of the screen; null: as the screen is set' })),
  }),
  till: nullable(Type.String({ description: 'SDV_…: the till of this sign-in' })),
});
export type Session = Static<typeof Session>;

/** `PUT /bridge/v1/session/pin`: the person who is signed in chooses another PIN; her other sign-ins end. */
export const OwnPinInput = Type.Object(
  { pin: Type.String({ minLength: 1, maxLength: 64 }), new_pin: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type OwnPinInput = Static<typeof OwnPinInput>;

/** `GET /bridge/v1/sessions`: where people are signed in. */
export const SessionView = Type.Object({
  id: Type.String(),
  person: Type.Object({ id: idOf('USR'), name: Type.String() }),
  till: nullable(Type.Object({ id: idOf('SDV'), name: Type.String() })),
  client: nullable(Type.String({ description: 'program through which she signed in; null: our own screen' })),
  begun: Timestamp,
  lastUsed: Type.String({ ...Timestamp, description: 'when its newest token was given out' }),
  address: Type.String({ description: 'from which it was begun; empty: this machine, or not known' }),
  browser: Type.String({ description: 'as it calls itself; empty where it is not known' }),
  own: Type.Boolean({ description: 'the session that asks' }),
});
export type SessionView = Static<typeof SessionView>;
export const SessionViewList = Type.Object({ count: Type.Integer(), data: Type.Array(SessionView) });
export type SessionViewList = Static<typeof SessionViewList>;
