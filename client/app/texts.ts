/** Texts of a page that does not exist. */
export const notFoundTexts = {
  title: 'Page not found',
  text: 'There is nothing at this address. It may have been mistyped, or the page may have moved.',
  toStart: 'Go to the start page',
} as const;
