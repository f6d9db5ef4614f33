export const notFoundTexts = {
  title: 'Page not found',
  text: 'There’s nothing at this address. Check it for typos, or start again.',
  toStart: 'Go to the start page',
} as const;

export const failureTexts = {
  notLoaded: 'This page couldn’t be loaded',
  releasedTitle: 'A new version of the portal is ready',
  released: 'Reload to continue.',
  failedTitle: 'Something went wrong',
  failed: 'This page stopped working. Reload to try again.',
  reload: 'Reload',
  toStart: 'Go to the start page',
} as const;
