import './ui/styles.ts';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { Portal } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';
import { type PortalState, pageTime } from './lib/portal-state.ts';

/**
 * The content of #root at an address, as the client shows it first with this state. The server calls it
 * (server/pages/built-client.ts).
 */
export async function renderPage(address: string, state: PortalState): Promise<string> {
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
    Object.assign(pageTime, { timeZone: state.timeZone });
    return renderToString(<Portal client={client} router={router} club={state.club} />);
  } finally {
    router.dispose();
  }
}
