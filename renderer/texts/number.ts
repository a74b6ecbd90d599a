/** Numbers as people type them, by the rule that the back office reads kept views with, too. */

export {
  digitsForm,
  type NumberFault,
  type NumberForm,
  type NumberReading,
  readNumber,
} from '../../main/domain/typedNumber.ts';
