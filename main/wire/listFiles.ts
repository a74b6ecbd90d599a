/**
 * Lists that come as a file, CSV or workbook: articles, cards, vouchers, people. How each was read stands in the answer, and what a
 * person decides about it in the query; both are the same for every list.
 */
import Type, { type Static } from 'typebox';
import { nullable, Texts } from './shapes.ts';

export const cardColumns = ['cardnumber', 'group', 'cash', 'bonus', 'points', 'state', 'valid_to'] as const;
export const voucherColumns = ['code', 'value', 'kind', 'name', 'name_en', 'valid_to', 'state'] as const;
/** `first_name` and `last_name` make the name where no column holds the whole of it. */
export const personColumns = ['username', 'name', 'first_name', 'last_name', 'role', 'language'] as const;

export const characterSets = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1253'] as const),
  ...(['macintosh', 'ibm850'] as const),
] as const;
export type CharacterSet = (typeof characterSets)[number];

export const ReadCharacterSet = Type.Object({
  name: Type.Enum(characterSets, { description: 'the character set' }),
  guessed: Type.Boolean({ description: 'true: the bytes do not say it; look at the names, and name another one' }),
});
export type ReadCharacterSet = Static<typeof ReadCharacterSet>;

/** A column of a file that is read. */
export const ReadColumn = Type.Object({
  head: Type.String({ description: 'as the file names it; empty where the file has no head' }),
  becomes: nullable(Type.String({ description: 'the column of ours; null: it is not read' })),
  samples: Type.Array(Type.String(), { description: 'its first three cells' }),
});
export type ReadColumn = Static<typeof ReadColumn>;

export const ImportProblem = Type.Object({
  line: Type.Integer({ description: 'of the file, from 1 on' }),
  column: nullable(Type.String()),
  texts: Texts,
});
export type ImportProblem = Static<typeof ImportProblem>;

/** Members of an answer that say how the file was read. */
export const fileFacts = {
  characterSet: Type.Optional({ ...ReadCharacterSet, description: 'of the file' }),
  ignored: Type.Optional(Type.Array(Type.String(), { description: 'columns that are not known and were left alone' })),
  columns: Type.Optional(Type.Array(ReadColumn, { description: 'of the file, in their order' })),
  headLine: Type.Optional(Type.Integer({ description: 'line that names the columns; 0: the file has none' })),
  missing: Type.Optional(
    Type.Array(Type.String(), { description: 'columns of which one is wanted and none is there: nothing was read' }),
  ),
  kept: Type.Optional(Type.Boolean({ description: 'true: read as it was chosen for the last file with this head' })),
  zeros: Type.Optional(
    Type.Integer({
      description: 'lines with a number that seems to have lost its leading zeros; see the parameter zeros',
    }),
  ),
  rounded: Type.Optional(
    Type.Integer({
      description: 'lines with a number that a spreadsheet seems to have rounded; see the parameter rounded',
    }),
  ),
};
const FileFacts = Type.Object(fileFacts);
export type FileFacts = Static<typeof FileFacts>;

export const zerosChoices = ['ask', 'restore', 'keep'] as const;
export type ZerosChoice = (typeof zerosChoices)[number];
export const roundedChoices = ['ask', 'keep'] as const;
export type RoundedChoice = (typeof roundedChoices)[number];

const text = (description: string) => Type.Optional(Type.String({ description }));

/** A person's word on how a file is read. */
export const fileQuery = {
  character_set: Type.Optional(Type.Enum(characterSets, { description: 'left out: found by the bytes' })),
  columns: text(
    'what each column of the file becomes, in their order, with commas between them; empty: it is not read. Left out: as chosen for the last file with this head, else guessed',
  ),
  zeros: Type.Optional(
    Type.Enum(zerosChoices, {
      description: 'numbers that seem to have lost their leading zeros: ask (such lines are wrong), restore, keep',
    }),
  ),
  rounded: Type.Optional(
    Type.Enum(roundedChoices, {
      description:
        'numbers of more than fifteen digits that end in zeros, as a spreadsheet rounds them: ask (such lines are wrong), keep',
    }),
  ),
};
