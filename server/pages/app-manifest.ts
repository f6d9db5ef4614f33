import type { Club } from '#domain/club.ts';

/** The page's background in light colours (client/ui/tokens.css): an app has one, whatever the scheme. */
const page = '#fafafc';

/** The web app manifest: how the portal is installed on a phone or desktop. */
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
