/** The last step of `npm test`: writes `test-results/conformance.md` from the tests that ran. Exit code 1 on a fault. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStatements } from './openStatements.ts';
import { faultsOf, reportText, rowsOf } from './report.ts';
import { stories, unitTests } from './results.ts';
import { specification } from './specification.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'test-results');
const tests = [...unitTests(join(results, 'unit.json'), root), ...stories(join(results, 'e2e.json'))];
const rows = rowsOf(tests, openStatements, specification);
const faults = faultsOf(rows, specification);
writeFileSync(join(results, 'conformance.md'), reportText(rows));
for (const fault of faults) console.error(fault);
console.log(`${rows.length} statements, ${faults.length} faults: test-results/conformance.md`);
process.exitCode = faults.length > 0 ? 1 : 0;
