import { cut, fill, hold, press, seeAlert, seeHeading } from '../acts.ts';
import { beginner } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** Public pages, and what is shown instead of a page that cannot be. */
export const openPageStates: readonly ScreenState[] = [
  {
    name: 'about',
    isRecorded: true,
    path: '/about',
    hasFrame: true,
    reach: (page) => seeHeading(page, /^Pick a track/),
  },
  {
    name: 'about-menu',
    after: 'about',
    phoneOnly: true,
    reach: async (page) => {
      await press(page, 'Open menu');
      await page.getByRole('link', { name: 'Sign up' }).waitFor();
    },
  },
  {
    name: 'terms',
    isRecorded: true,
    path: '/terms',
    reach: (page) => seeHeading(page, 'Terms and Conditions'),
  },
  {
    name: 'not-found',
    isRecorded: true,
    path: '/no/such/page',
    complaints: /status of 404/,
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'loading',
    path: '/dashboard',
    as: beginner,
    before: async (page) => {
      await hold(page, '**/api/session');
      await page.route('**/dashboard', async (route) => {
        const response = await route.fetch();
        // A page without the session and its content, as if the database had been down.
        const body = (await response.text())
          .replace(/"session":.*?\},(?="build")/, '')
          .replace(/(<div id="root">).*(<\/div>\s*<noscript>)/s, '$1$2');
        await route.fulfill({ response, body });
      });
    },
    shows: 'Loading...',
  },
  {
    name: 'page-not-loaded',
    path: '/about',
    complaints: /net::ERR|dynamically imported module/,
    before: (page) => cut(page, /\/assets\/terms-page-.*\.js/),
    reach: async (page) => {
      await page.getByRole('contentinfo').waitFor();
      // As after the reload that a lost file causes.
      await page.evaluate(
        `sessionStorage.setItem('reloaded-from',
          JSON.stringify(JSON.parse(document.getElementById('portal-state').textContent).build))`,
      );
      await page.goto(new URL('/terms', page.url()).href);
      await page.getByRole('button', { name: 'Reload' }).waitFor();
    },
  },
  { name: 'form-test', isRecorded: true, path: '/formspree-test', shows: 'Send a message to see' },
  {
    name: 'form-test-refused',
    after: 'form-test',
    complaints: /status of 422/,
    reach: async (page) => {
      await fill(page, { 'Your Email': 'nobody', 'Test Message': 'Hello' });
      await press(page, 'Send Test Message');
      await seeAlert(page);
    },
  },
  {
    name: 'form-test-sent',
    after: 'form-test-refused',
    reach: async (page) => {
      await fill(page, {
        'Your Name': 'Asha Rao',
        'Your Email': 'asha@students.example',
        'Test Message': 'Does it work?',
      });
      await press(page, 'Send Test Message');
    },
    shows: 'Form Submitted Successfully!',
  },
  {
    name: 'form-thanks',
    isRecorded: true,
    path: '/f/contact/thanks',
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];
