import './lib/zod-setup.ts';
import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { prerenderedPages, styleNoncePlaceholder } from '#domain/pages.ts';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';

// Prints what the page at each of these paths shows to whoever is signed out, as JSON: HTML by path.
// biome-ignore lint/suspicious/noConsole: its output is what it is run for, when the client is built
console.log(JSON.stringify(Object.fromEntries(await Promise.all(prerenderedPages.map(drawn)))));

async function drawn(path: string): Promise<[path: string, html: string]> {
  const client = createQueryClient({ session: { user: null }, styleNonce: styleNoncePlaceholder });
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [path] });
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
    if (router.state.initialized) resolve();
  });
  if (router.state.errors) throw new Error(`${path} could not be drawn`, { cause: router.state.errors });
  return [
    path,
    renderToString(<Portal client={client} router={router} styleNonce={styleNoncePlaceholder} />),
  ];
}
