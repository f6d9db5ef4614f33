import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { accessDenied } from '#domain/admin.ts';

/** The page that members see instead of the administrator's pages (spec, point 2). */
export function AccessDenied() {
  return (
    <EmptyState
      level={1}
      mark="403"
      title={accessDenied.title}
      action={<ButtonLink to="/dashboard">{accessDenied.button}</ButtonLink>}
    >
      {accessDenied.text}
    </EmptyState>
  );
}
