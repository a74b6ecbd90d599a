/** Conformance of what holds for every resource, and of what the service is. */
import type { Row } from './row.ts';

export const conventionRows: readonly Row[] = [];
