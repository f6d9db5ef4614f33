import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { ApiFailure, connectionMessages, timeoutMs } from '#client/lib/api.ts';
import { keepStored, readStored, thisTab } from '#client/lib/browser-storage.ts';
import { readPortalState } from '#client/lib/portal-state.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { failureTexts } from './texts.ts';

const lostChunk = /dynamically imported module|importing a module script|module script failed|preload/i;

function isLostChunk(error: unknown): boolean {
  return error instanceof Error && lostChunk.test(error.message);
}

function explain(error: unknown, reachable: boolean): { title: string; text: string } {
  if (error instanceof ApiFailure) return { title: failureTexts.notLoaded, text: error.message };
  if (isLostChunk(error)) {
    return reachable
      ? { title: failureTexts.releasedTitle, text: failureTexts.released }
      : { title: failureTexts.notLoaded, text: connectionMessages.unreachable };
  }
  return { title: failureTexts.failedTitle, text: failureTexts.failed };
}

/** Milliseconds between two checks while the server is unreachable. */
const checkInterval = 2_000;
/** Milliseconds between the server's first answer and a reload. */
const reloadDelay = 500;

/** Milliseconds after an outage in which a chunk that is still missing means another reload, not a new release. */
const recoveryMs = 15_000;
/** When this tab last found the server unreachable. Stored, because WebKit may need two reloads. */
const unreachableAt = 'unreachable-at';

function isRecovering(): boolean {
  return Date.now() - Number(readStored(unreachableAt, thisTab)) < recoveryMs;
}

/** The build that this tab was last reloaded from because a chunk of it was gone. */
const reloadedFrom = 'reloaded-from';

/** Claims the one reload of the page's build. Refused without storage, where a second one could not be told from the first. */
function claimReload(): boolean {
  const build = readPortalState()?.build ?? '';
  return readStored(reloadedFrom, thisTab) !== build && keepStored(reloadedFrom, build, thisTab);
}

/**
 * Whether the server can be reached. A chunk of a page cannot be loaded after a release or without a connection; once the
 * server answers, the page is reloaded. After a release this happens once: if the chunk is still missing, the reader decides.
 */
function useReachable(chunkIsLost: boolean): boolean {
  const [reachable, setReachable] = useState(() => navigator.onLine && !isRecovering());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unmounted = false;
    async function check(): Promise<void> {
      const answer = await request('/api/health', 'no-store').catch(() => null);
      if (unmounted) return;
      const ok = answer?.ok ?? false;
      // Browsers remember a module that could not be loaded, so rendering again is not enough.
      if (ok && (isRecovering() || (chunkIsLost && claimReload())))
        timer = setTimeout(() => void reload(), reloadDelay);
      else setReachable(ok);
      if (ok) return;
      keepStored(unreachableAt, Date.now(), thisTab);
      timer = setTimeout(() => void check(), checkInterval);
    }
    void check();
    return () => {
      unmounted = true;
      clearTimeout(timer);
    };
  }, [chunkIsLost]);
  return reachable;
}

/** WebKit does not request a module again that failed before, unless something else has fetched it, nor does any browser one that a proxy answered wrongly. */
async function reload(): Promise<void> {
  const modules = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  await Promise.allSettled([...modules].map(({ href }) => request(href, 'reload')));
  window.location.reload();
}

function request(url: string, cache: RequestCache): Promise<Response> {
  return fetch(url, { cache, signal: AbortSignal.timeout(timeoutMs) });
}

let rebuiltAt = Number.NEGATIVE_INFINITY;

/**
 * Renders a page again that a translator has changed: it wraps each text in an element, and React does not find the node
 * that it removes. The draft brings back the text that was typed. @returns whether it does
 */
function useRebuilding(error: unknown): boolean {
  const navigate = useNavigate();
  const location = useLocation();
  const [rebuilds] = useState(
    // Not again if the page fails immediately.
    () => (error as Error | null)?.name === 'NotFoundError' && performance.now() - rebuiltAt > reloadDelay,
  );
  useEffect(() => {
    if (!rebuilds) return;
    rebuiltAt = performance.now();
    void navigate(location, { replace: true, preventScrollReset: true, state: location.state });
  }, [rebuilds, navigate, location]);
  return rebuilds;
}

/** Shown if a page could not be loaded or failed: the reason, and a way to continue. */
export function ErrorScreen({ fullPage = false }: { fullPage?: boolean }) {
  const error = useRouteError();
  const rebuilds = useRebuilding(error);
  const { title, text } = explain(error, useReachable(isLostChunk(error)));
  if (rebuilds) return null;
  const state = (
    <div role="alert">
      <EmptyState
        level={1}
        mark="!"
        title={title}
        action={
          <>
            <Button variant="filled" onClick={() => void reload()}>
              {failureTexts.reload}
            </Button>
            <ButtonAnchor href="/">{failureTexts.toStart}</ButtonAnchor>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
  return fullPage ? <main>{state}</main> : state;
}
