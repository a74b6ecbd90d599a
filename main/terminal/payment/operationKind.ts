/** The kinds of operations at a terminal without a sale. */
import type { Operation } from '../../wire/operations.ts';

export type OperationKind = Operation['do'];
