/** An error that the operator can resolve. The message is one line with the cause and the remedy. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
