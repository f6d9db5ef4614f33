import type { QueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type LazyRouteFunction,
  type LoaderFunctionArgs,
  Navigate,
  type NonIndexRouteObject,
  Outlet,
  type RouteObject,
  redirect,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router';
import * as loginPage from '#client/features/accounts/login-page.tsx';
import { AuthLayout } from '#client/layouts/auth-layout.tsx';
import { useClub } from '#client/lib/club.ts';
import { memberKey } from '#client/lib/query-keys.ts';
import { isSigningOut } from '#client/session/mutations.ts';
import { sessionQuery, useSessionUser } from '#client/session/queries.ts';
import { LoadingPage } from '#client/ui/loading-screen.tsx';
import { fullTitle, loginPath, notFoundPage, type Page, pageAt, pages, redirectFor } from '#domain/pages.ts';
import { ErrorScreen } from './error-screen.tsx';
import classes from './root.module.css';

/** Milliseconds that a page waits for the member's record before it shows that it is loading. */
const recordDelay = 3_000;

type LazyPage = LazyRouteFunction<RouteObject>;

/** Each page is a chunk, whose module exports `Component`. The page that most people open first is part of the entry. */
const modules: Record<string, LazyPage> = {
  ...import.meta.glob<Awaited<ReturnType<LazyPage>>>([
    '../features/**/*-page.tsx',
    './*-page.tsx',
    '!../features/accounts/login-page.tsx',
  ]),
  '../features/accounts/login-page.tsx': async () => loginPage,
};

const layouts: Record<Page['layout'], Pick<NonIndexRouteObject, 'Component' | 'lazy'>> = {
  auth: { Component: AuthLayout },
  portal: { lazy: () => import('#client/layouts/portal-layout.tsx') },
  admin: { lazy: () => import('#client/layouts/admin-layout.tsx') },
};

export function createRoutes(client: QueryClient): RouteObject[] {
  const guard = createGuard(client);
  const errorElement = <ErrorScreen />;

  function routeOf({ path, module }: Pick<Page, 'path' | 'module'>): RouteObject {
    const lazy = modules[module.replace('features/', '../features/').replace('app/', './')];
    if (!lazy) throw new Error(`The page at ${path} has no module ${module}.`);
    return { path, loader: guard, shouldRevalidate: isOtherPath, lazy };
  }

  function routesOf(layout: Page['layout']): RouteObject {
    const inLayout = pages.filter((page) => page.layout === layout);
    const guarded = inLayout.filter(isGuarded).map(routeOf);
    const open = inLayout.filter((page) => !isGuarded(page)).map(routeOf);
    const notFound = notFoundPage.layout === layout ? [routeOf({ ...notFoundPage, path: '*' })] : [];
    const children = [...open, ...notFound, { Component: SignedInOnly, children: guarded }];
    return { ...layouts[layout], children: [{ errorElement, children }] };
  }

  return [
    {
      Component: Root,
      loader: guard,
      shouldRevalidate: isOtherPath,
      HydrateFallback: LoadingPage,
      errorElement: <ErrorScreen fullPage />,
      children: [{ index: true, loader: guard }, routesOf('auth'), routesOf('admin'), routesOf('portal')],
    },
  ];
}

function isGuarded({ opensFor }: Page): boolean {
  return opensFor === 'signed-in' || opensFor === 'members';
}

/** The redirects of the table of pages, as a route loader. Nothing renders before it is known who is signed in. */
function createGuard(client: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { user } = await client.ensureQueryData(sessionQuery);
    const to = redirectFor(new URL(request.url), isSigningOut() ? null : user);
    if (to) return redirect(to);
    await firstRecord(client);
    return null;
  };
}

/** The path alone decides who may open a page, so another query string is shown without asking the loaders. */
function isOtherPath({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOtherQuery = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isOtherQuery && defaultShouldRevalidate;
}

/** Waits for the member's record if it is being fetched for the first time, as after signing in, but not for long. */
async function firstRecord(client: QueryClient): Promise<void> {
  const query = client.getQueryCache().find({ queryKey: memberKey });
  if (query?.state.status !== 'pending') return;
  const late = new Promise((resolve) => setTimeout(resolve, recordDelay));
  await Promise.race([query.promise?.catch(() => {}), late]);
}

/** Redirects to the login screen when the session ends while a guarded page is open. */
function SignedInOnly() {
  const user = useSessionUser();
  const location = useLocation();
  const { state } = useNavigation();
  if (user) return <Outlet />;
  // Signing out opens the login page itself: a redirect would bring the next person who signs in to this page.
  if (state === 'loading') return null;
  return <Navigate to={loginPath(location)} replace />;
}

/** Around every page: its title, a thin bar while the next page loads, and the scroll position. */
function Root() {
  const loading = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  const { title } = pageAt(pathname) ?? notFoundPage;
  const club = useClub();
  useEffect(() => {
    document.title = fullTitle(title, club);
  }, [title, club]);
  useKeptPosition();
  return (
    <>
      <div className={classes.progress} data-loading={loading || undefined} aria-hidden="true" />
      <Fragment key={useAccountGeneration()}>
        <Outlet />
      </Fragment>
      <ScrollRestoration />
    </>
  );
}

/** Keeps the position of a prerendered page that was scrolled before it is hydrated: ScrollRestoration starts at the top. */
function useKeptPosition(): void {
  const position = useRef(0);
  useInsertionEffect(() => {
    position.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, position.current);
  }, []);
}

/** Counts how often one account replaced another, so that no input or dialog of one account is shown to the next. */
function useAccountGeneration(): number {
  const uid = useSessionUser()?.uid ?? null;
  const [last, setLast] = useState({ uid, generation: 0 });
  // Signing out alone keeps the page: it may say what happened.
  if (uid === null || uid === last.uid) return last.generation;
  const generation = last.uid === null ? last.generation : last.generation + 1;
  setLast({ uid, generation });
  return generation;
}
