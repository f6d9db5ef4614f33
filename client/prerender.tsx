import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';
import { setTimeZone } from './lib/format.ts';
import type { PortalState } from './lib/portal-state.ts';

/**
 * The content of #root at an address, as the client shows it first with this state. The server calls it
 * (server/pages/prerender.ts).
 * @param timeZone the reader's; undefined for the server's own
 */
export async function renderPage(address: string, state: PortalState, timeZone?: string): Promise<string> {
  const client = createQueryClient(state);
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [address] });
  try {
    await new Promise<void>((resolve) => {
      router.subscribe(({ initialized }) => initialized && resolve());
      if (router.state.initialized) resolve();
    });
    const { errors, location } = router.state;
    if (errors || `${location.pathname}${location.search}` !== address)
      throw new Error(`${address} could not be rendered`, { cause: errors });
    // Nothing is awaited until the page is rendered, so that no other page gets this reader's time zone.
    setTimeZone(timeZone);
    return renderToString(<Portal client={client} router={router} club={state.club} />);
  } finally {
    router.dispose();
  }
}
