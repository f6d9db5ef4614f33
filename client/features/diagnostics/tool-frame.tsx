import type { ReactNode } from 'react';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { toolTexts } from '#domain/diagnostics-texts.ts';

interface ToolFrameProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** The frame of a tool. Its route has no guard: everybody can open it, and the server refuses what they may not do. */
export function ToolFrame({ title, subtitle, children }: ToolFrameProps) {
  const administrator = useAdministrator();
  return (
    <>
      <PageHeading
        title={title}
        subtitle={subtitle}
        {...(administrator && { back: { to: '/admin-dashboard', label: toolTexts.back } })}
      />
      {children}
    </>
  );
}
