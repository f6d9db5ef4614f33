/** For failures that the spec wants logged and not shown (point 8). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the client's log
  console.warn(what, error);
}
