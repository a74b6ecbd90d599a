import type { Operation } from '../../wire/operations.ts';

export type OperationKind = Operation['do'];
