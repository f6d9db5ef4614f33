import type { ReactNode } from 'react';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

interface ToolFrameProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** Around a tool. Its route has no guard: whoever comes sees it, and is told by the server what they may not do. */
export function ToolFrame({ title, subtitle, children }: ToolFrameProps) {
  const administrator = useAdministrator();
  return (
    <>
      <PageHeading
        title={title}
        subtitle={subtitle}
        {...(administrator && { back: { to: '/admin-dashboard', label: 'Back to Dashboard' } })}
      />
      {children}
    </>
  );
}
