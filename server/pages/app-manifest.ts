import type { Club } from '#domain/club.ts';

/** The page background of the light scheme (client/ui/tokens.css); a manifest has only one. */
const page = '#f4f6ef';

/** The web app manifest, for installing the portal on a phone or desktop. */
export function appManifest(club: Club): object {
  return {
    id: '/',
    name: `${club.name} Portal`,
    short_name: club.shortName,
    description: `Register for the ${club.name}, choose a track, do its task and submit your project.`,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: page,
    theme_color: page,
    categories: ['education'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: 'Registration Timeline', url: '/timeline' },
      { name: 'My Task', url: '/user-tasks' },
      { name: 'Submit Project', url: '/contact' },
    ],
  };
}
