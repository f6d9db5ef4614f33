import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import type { PageTexts } from '#domain/club.ts';
import { prerenderedPages } from '#domain/pages.ts';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';

/** The markup of each prerendered page, as visitors see it, by path. The server calls it (server/pages/public-pages.ts). */
export async function prerenderPages(club: PageTexts): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(prerenderedPages.map((path) => prerender(path, club))));
}

async function prerender(path: string, club: PageTexts): Promise<[path: string, html: string]> {
  const client = createQueryClient({ session: { user: null } });
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [path] });
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
    if (router.state.initialized) resolve();
  });
  if (router.state.errors)
    throw new Error(`${path} could not be prerendered`, { cause: router.state.errors });
  return [path, renderToString(<Portal client={client} router={router} club={club} />)];
}
