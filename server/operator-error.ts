/** Something that the operator can mend. The message is one line, which says what is wrong and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
