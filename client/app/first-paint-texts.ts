// Texts of a page that could not be loaded or failed. The first paint loads them, so they are apart from the others.
export const notLoaded = 'This page could not be loaded';
export const releasedTitle = 'A new version of the portal is ready';
export const released = 'Reload to continue.';
export const failedTitle = 'Something went wrong';
export const failed = 'This page stopped working. Reload to try again.';
export const reload = 'Reload';
export const toStart = 'Go to the start page';
