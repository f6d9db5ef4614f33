import type { ReactNode } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Button } from '#client/ui/button.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { type TestTexts, toolTexts } from '#domain/diagnostics.ts';
import classes from './tools.module.css';

export interface ToolTest extends TestTexts {
  /** @returns the text of its success, or of a failure that it found; null for neither */
  run: () => Promise<string | { fault: string } | null>;
  /** Stands before the reason if accounts or data cannot be reached at all. */
  unavailable?: string;
  /** The whole text of a failure if nobody is signed in. */
  signedOut?: string;
  isOff?: boolean;
}

/** Runs a tool's tests: idle, or busy with one of them, then success or error (spec, point 4). */
export function useTool() {
  return useMutation({ mutationFn: (test: ToolTest) => test.run() });
}

type Tool = ReturnType<typeof useTool>;

/** The frame of a tool. Its route has no guard: everybody can open it, and the server refuses what they may not do. */
export function ToolFrame({ children, ...titles }: { title: string; subtitle: string; children: ReactNode }) {
  const isAdministrator = useAdministrator();
  const back = { to: '/admin-dashboard', label: toolTexts.back };
  return (
    <>
      <PageHeading {...titles} {...(isAdministrator && { back })} />
      <div className={`${layout.tiles} ${layout.top}`}>{children}</div>
    </>
  );
}

interface ToolPanelProps {
  title?: string;
  tool: Tool;
  idle?: string;
  /** The first one is the main one. */
  tests: readonly ToolTest[];
  children?: ReactNode;
}

/** The buttons of a tool, and a line that shows its progress or result. */
export function ToolPanel(props: ToolPanelProps) {
  const { title = toolTexts.testsTitle, tool, idle = toolTexts.idle, tests, children } = props;
  return (
    <Panel title={title}>
      <div className={layout.actions}>
        {tests.map((test, index) => (
          <Button
            key={test.label}
            size="sm"
            variant={index > 0 ? 'default' : 'filled'}
            disabled={test.isOff}
            busy={tool.isPending}
            onClick={() => tool.mutate(test)}
          >
            {test.label}
          </Button>
        ))}
      </div>
      <div className={`${layout.above} ${typography.soft} ${typography.wrap} ${classes.status}`}>
        <Outcome tool={tool} idle={idle} />
      </div>
      {children}
    </Panel>
  );
}

function Outcome({ tool: { variables: test, status, data, error }, idle }: { tool: Tool; idle: string }) {
  if (test && status === 'pending') {
    return (
      <p className={layout.line} role="status">
        <HexSpinner size={20} />
        {test.progress}
      </p>
    );
  }
  if (test && error) return <Notice tone="error">{failureText(test, error)}</Notice>;
  if (!data) return <p>{idle}</p>;
  if (typeof data === 'string') return <Notice tone="success">{data}</Notice>;
  return <Notice tone="error">{data.fault}</Notice>;
}

function failureText({ failed, unavailable, signedOut }: ToolTest, error: unknown): string {
  const code = error instanceof ApiFailure ? error.code : null;
  if (signedOut && code === 'SIGN_IN_REQUIRED') return signedOut;
  const parts = [failed, code === 'UNAVAILABLE' && unavailable, failureMessage(error)];
  return parts.filter(Boolean).join(': ');
}
