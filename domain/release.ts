/** Contains no schemas, because every page loads this module. */

/** The header of `GET /api/session` that names the current client build. A page of another build is outdated. */
export const buildHeader = 'Portal-Build';

export const releaseTexts = {
  ready: 'A new version of the portal is ready.',
  reload: 'Reload',
} as const;
