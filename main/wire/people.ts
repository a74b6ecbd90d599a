/**
 * The people of the shop (`/bridge/v1/people`): who signs in with a PIN, with which role, locked or gone. Managers change them, and
 * clients with the scope `manage`. No PIN ever stands in an answer.
 */
import Type, { type Static } from 'typebox';
import { fileFacts, fileQuery, ImportProblem } from './listFiles.ts';
import { roles } from './roles.ts';
import { idOf, nullable } from './shapes.ts';

/** Roles that can be given; the others belong to older installations. */
export const givenRoles = ['cashier', 'manager', 'readOnly'] as const;

export const personStates = ['active', 'locked', 'left'] as const;
export const languages = ['de', 'en'] as const;

export const Person = Type.Object({
  object: Type.Literal('people'),
  id: idOf('USR'),
  created: nullable(Type.String({ description: 'ISO 8601; null: before this was kept' })),
  name: Type.String(),
  username: Type.String(),
  role: Type.Enum(roles),
  language: nullable(
    Type.Enum(languages, { description: 'of the screen after a sign-in; null: as the screen is set' }),
  ),
  state: Type.Enum(personStates),
  pin: Type.Enum(['missing', 'changeNeeded', 'set'], {
    description: 'missing: nobody can sign in; changeNeeded: the next sign-in asks for a PIN of her own',
  }),
  lockedAt: nullable(Type.String()),
  lockReason: nullable(Type.String()),
  leftAt: nullable(Type.String({ description: 'sales and the audit log go on naming the person' })),
});
export type Person = Static<typeof Person>;

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });

const pinText = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'digits, as many as the setting pinLength says',
});
const mustChange = Type.Optional(
  Type.Boolean({ default: true, description: 'the next sign-in asks for a PIN that nobody else knows' }),
);
const facts = {
  username: text(100, 'Latin letters, digits and . _ - @ +; the same in capitals and small letters'),
  name: text(100, 'as the others read it'),
  role: Type.Enum(givenRoles),
  language: Type.Optional(nullable(Type.Enum(languages))),
};

/** `POST /bridge/v1/people` */
export const PersonInput = Type.Object(
  { ...facts, pin: Type.Optional(pinText), mustChange },
  { additionalProperties: false },
);
export type PersonInput = Static<typeof PersonInput>;

/** `PUT /bridge/v1/people/{id}`; what is left out stays. */
export const PersonChanges = Type.Partial(Type.Object(facts), { additionalProperties: false });
export type PersonChanges = Static<typeof PersonChanges>;

/** `POST /bridge/v1/people/{id}/pin` */
export const PinReset = Type.Object({ pin: pinText, mustChange }, { additionalProperties: false });
export type PinReset = Static<typeof PinReset>;

/** `POST /bridge/v1/people/{id}/lock` and others that want to know why. */
export const Reason = Type.Object({ reason: text(500) }, { additionalProperties: false });
export type Reason = Static<typeof Reason>;
export const PossibleReason = Type.Partial(Reason, { additionalProperties: false });
export type PossibleReason = Static<typeof PossibleReason>;

/** `POST /bridge/v1/people/{id}/return`; the user name of then, unless somebody else has it now. */
export const ReturnInput = Type.Object({ username: Type.Optional(text(100)) }, { additionalProperties: false });
export type ReturnInput = Static<typeof ReturnInput>;

/** `POST /bridge/v1/people/import` */
export const PeopleImport = Type.Object({
  state: Type.Enum(['preview', 'refused', 'done'], {
    description: 'refused: lines are wrong, and nothing was imported; preview: nothing was asked to be imported',
  }),
  created: Type.Integer({ description: 'without a PIN: a manager sets it' }),
  changed: Type.Integer({ description: 'name, role or language' }),
  unchanged: Type.Integer(),
  faulty: Type.Integer({ description: 'lines that are wrong' }),
  problems: Type.Array(ImportProblem, { description: 'by line' }),
  ...fileFacts,
});
export type PeopleImport = Static<typeof PeopleImport>;

const choice = (description: string) => Type.Optional(Type.String({ description }));
export const PeopleImportQuery = Type.Object(
  {
    dry_run: choice('1: a preview; nobody is imported'),
    skip_faulty: choice('1: lines that are wrong are left out, and the others imported'),
    ...fileQuery,
    role: choice('role of everybody whose line names none; cashier when left out'),
  },
  { additionalProperties: true },
);
export type PeopleImportQuery = Static<typeof PeopleImportQuery>;
