import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type RouteObject } from 'react-router';
import type { PageTexts } from '#domain/club.ts';
import { prerenderedPages } from '#domain/pages.ts';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';
import { LoadingFrame } from './layouts/loading-frame.tsx';

/**
 * The markup of each prerendered page, as visitors see it, by path, and under `frame` what a member's page shows until its script
 * has loaded. The server calls it (server/pages/public-pages.ts).
 */
export async function prerenderPages(club: PageTexts): Promise<Record<string, string>> {
  const visitors = prerenderedPages.map((path) => prerender(path, club));
  const [[, frame], ...pages] = await Promise.all([
    prerender('/', club, [{ path: '/', Component: LoadingFrame }]),
    ...visitors,
  ]);
  return { ...Object.fromEntries(pages), frame };
}

async function prerender(
  path: string,
  club: PageTexts,
  routes?: RouteObject[],
): Promise<[path: string, html: string]> {
  const client = createQueryClient({ session: { user: null } });
  const router = createMemoryRouter(routes ?? createRoutes(client), { initialEntries: [path] });
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
    if (router.state.initialized) resolve();
  });
  if (router.state.errors)
    throw new Error(`${path} could not be prerendered`, { cause: router.state.errors });
  return [path, renderToString(<Portal client={client} router={router} club={club} />)];
}
