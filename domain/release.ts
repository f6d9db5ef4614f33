/** Kept free of schemas: what is loaded for it comes with every page. */

/** Names, in the answer to `GET /api/session`, the client's build that is there. A page of another is out of date. */
export const buildHeader = 'Portal-Build';

export const releaseTexts = {
  ready: 'A new version of the portal is ready.',
  reload: 'Reload',
} as const;
