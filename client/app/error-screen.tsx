import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { ApiFailure, connectionMessages } from '#client/lib/api.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

const lostChunk = /dynamically imported module|importing a module script|module script failed|preload/i;

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ApiFailure) return { title: 'This page could not be loaded', text: error.message };
  if (error instanceof Error && lostChunk.test(error.message)) {
    return navigator.onLine
      ? { title: 'A new version is ready', text: 'The portal has been updated. Reload to go on.' }
      : { title: 'This page could not be loaded', text: connectionMessages.unreachable };
  }
  return { title: 'Something went wrong', text: 'This page stopped working. Reload to try again.' };
}

/** What stands where a page could not be loaded or failed: what happened, and a way on. Never a blank page. */
export function ErrorScreen({ fullPage = false }: { fullPage?: boolean }) {
  const { title, text } = explain(useRouteError());
  const state = (
    <div role="alert">
      <EmptyState
        level={1}
        icon={IconPlugConnectedX}
        title={title}
        action={
          <>
            <Button
              leftSection={<IconRefresh size={18} aria-hidden="true" />}
              onClick={() => window.location.reload()}
            >
              Reload
            </Button>
            <ButtonAnchor href="/" variant="default">
              Go to the start page
            </ButtonAnchor>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
  return fullPage ? <main>{state}</main> : state;
}
