/** Statements of the specification that the product does not keep yet, each with what is still to be built. */
import type { OpenStatement } from './report.ts';

export const openStatements: readonly OpenStatement[] = [];
