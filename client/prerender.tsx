import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { prerenderedPages } from '#domain/pages.ts';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';

// Prints the markup of each prerendered page, as visitors see it, as JSON: HTML by path.
// biome-ignore lint/suspicious/noConsole: the build reads its output
console.log(JSON.stringify(Object.fromEntries(await Promise.all(prerenderedPages.map(prerender)))));

async function prerender(path: string): Promise<[path: string, html: string]> {
  const client = createQueryClient({ session: { user: null } });
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [path] });
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
    if (router.state.initialized) resolve();
  });
  if (router.state.errors)
    throw new Error(`${path} could not be prerendered`, { cause: router.state.errors });
  return [path, renderToString(<Portal client={client} router={router} />)];
}
