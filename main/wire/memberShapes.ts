/** The shapes of an article's further members in each object of the API that holds them. */
import Type, { type TOptional, type TSchema } from 'typebox';
import {
  type articleMembers,
  type MemberColumn,
  type MemberName,
  memberRows,
  type SoldMemberName,
} from './articleMembers.ts';
import { nullable } from './shapes.ts';

type About = 'read' | 'change' | 'sold';
type Kind = (typeof memberRows)[number]['kind'];

const OLDEST = 99;
const years = (description: string) => Type.Integer({ description });
const changedYears = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: OLDEST, description }));
const yes = (description: string) => Type.Boolean({ description });

const packs = (description: string) =>
  Type.Array(Type.Object({ code: Type.String(), pieces: Type.Integer({ description: 'in the pack, 2 to 9999' }) }), {
    description,
  });
const changedPacks = (description: string) =>
  nullable(
    Type.Array(
      Type.Object({ code: Type.String({ maxLength: 300 }), pieces: Type.Integer({ minimum: 2, maximum: 9999 }) }),
      {
        maxItems: 50,
        description,
      },
    ),
  );

/** As large as a price may be. */
const LARGEST_COST = 99_999_999;
const cost = (description: string) => Type.Integer({ minimum: 1, description });
const changedCost = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: LARGEST_COST, description }));

/** A change says null to take a member away, but a switch says no. */
const SHAPES = {
  yes: { read: yes, change: yes, sold: yes },
  years: { read: years, change: changedYears, sold: years },
  packs: { read: packs, change: changedPacks, sold: packs },
  cost: { read: cost, change: changedCost, sold: cost },
} as const satisfies Record<Kind, Record<About, (description: string) => TSchema>>;

type Shapes<Where extends About> = {
  [Name in Where extends 'sold' ? SoldMemberName : MemberName]: TOptional<
    ReturnType<(typeof SHAPES)[(typeof articleMembers)[Name]['kind']][Where]>
  >;
};

/** The members of an article that is read, of a change, or of an article that the till sells. */
export const memberShapes = <Where extends About>(where: Where): Shapes<Where> =>
  Object.fromEntries(
    memberRows.flatMap(({ name, kind, about }) => {
      const sentence = about[where];
      return sentence === null ? [] : [[name, Type.Optional(SHAPES[kind][where](sentence))]];
    }),
  ) as unknown as Shapes<Where>;

/** The same members as texts of a set-up file, by their columns. */
export const memberCells = (cells: Record<Kind, (about: string) => TSchema>) =>
  Object.fromEntries(memberRows.map(({ column, kind, about }) => [column, cells[kind](about.file)])) as Record<
    MemberColumn,
    TSchema
  >;
