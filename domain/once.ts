/**
 * A value that is made when it is first asked for, and kept. For formats of dates and numbers: the first of them takes
 * a slow phone a tenth of a second, which no page should spend before it is drawn.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
