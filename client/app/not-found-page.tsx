import { IconHexagonOff } from '@tabler/icons-react';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

export function Component() {
  return (
    <EmptyState
      level={1}
      icon={IconHexagonOff}
      title="Page not found"
      action={<ButtonLink to="/">Go to the start page</ButtonLink>}
    >
      There is nothing at this address. It may have been mistyped, or the page may have moved.
    </EmptyState>
  );
}
