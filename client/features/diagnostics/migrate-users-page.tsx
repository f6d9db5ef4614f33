import { useAdministrator } from '#client/session/administrator.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import { migrationNotice, toolTexts } from '#domain/diagnostics.ts';

/** /migrate-users: a static notice (spec, point 2). */
export function Component() {
  const administrator = useAdministrator();
  return (
    <EmptyState
      level={1}
      mark={IconCircleCheck}
      title={migrationNotice.title}
      action={
        <ButtonLink variant="filled" to={administrator ? '/admin-dashboard' : '/'}>
          {toolTexts.back}
        </ButtonLink>
      }
    >
      {migrationNotice.text}
    </EmptyState>
  );
}
