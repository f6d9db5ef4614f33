import { type ReactNode, useRef, useState } from 'react';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useResetOnReconnect } from '#client/lib/reconnect.ts';
import { Button } from '#client/ui/button.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { type TestTexts, toolTexts } from '#domain/diagnostics.ts';
import classes from './tools.module.css';

/** A tool is idle, or busy with a progress message, then shows success or error (spec, point 4). */
type ToolState = { phase: 'idle' } | { phase: 'busy' | 'success' | 'error'; text: string };

export interface ToolTest extends TestTexts {
  /** @returns the text of its success, or of a failure that it found; null for neither */
  run: () => Promise<string | { fault: string } | null>;
  /** Stands before the reason if accounts or data cannot be reached at all. */
  unavailable?: string;
  isOff?: boolean;
}

function failureText({ failed, unavailable }: ToolTest, error: unknown, signedOut?: string): string {
  const code = error instanceof ApiFailure ? error.code : null;
  if (signedOut && code === 'SIGN_IN_REQUIRED') return signedOut;
  const parts = [failed, code === 'UNAVAILABLE' && unavailable, failureMessage(error)];
  return parts.filter(Boolean).join(': ');
}

/**
 * The state of a tool, and what runs its tests, one at a time.
 * @param signedOut the whole text of a failure if nobody is signed in
 */
export function useTool(signedOut?: string) {
  const [state, setState] = useState<ToolState>({ phase: 'idle' });
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef(false);
  function reset() {
    setFailure(null);
    setState({ phase: 'idle' });
  }
  useResetOnReconnect({ error: failure, reset });

  async function run(test: ToolTest): Promise<void> {
    if (running.current) return;
    running.current = true;
    setFailure(null);
    setState({ phase: 'busy', text: test.progress });
    try {
      const result = await test.run();
      if (result === null) reset();
      else if (typeof result === 'string') setState({ phase: 'success', text: result });
      else setState({ phase: 'error', text: result.fault });
    } catch (error) {
      setState({ phase: 'error', text: failureText(test, error, signedOut) });
      setFailure(error);
    } finally {
      running.current = false;
    }
  }

  return { state, run };
}

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
  tool: ReturnType<typeof useTool>;
  idle?: string;
  /** The first one is the main one. */
  tests: readonly ToolTest[];
  children?: ReactNode;
}

/** The buttons of a tool, and a line that shows its progress or result. */
export function ToolPanel({
  title = toolTexts.testsTitle,
  tool: { state, run },
  idle = toolTexts.idle,
  tests,
  children,
}: ToolPanelProps) {
  return (
    <Panel title={title}>
      <div className={layout.row}>
        {tests.map((test, index) => (
          <Button
            key={test.label}
            {...(index > 0 && { variant: 'default' })}
            disabled={test.isOff}
            busy={state.phase === 'busy'}
            onClick={() => void run(test)}
          >
            {test.label}
          </Button>
        ))}
      </div>
      <div className={classes.status}>
        {state.phase === 'idle' && <p>{idle}</p>}
        {state.phase === 'busy' && (
          <p className={layout.line} role="status">
            <HexSpinner size={20} />
            {state.text}
          </p>
        )}
        {(state.phase === 'success' || state.phase === 'error') && (
          <Notice tone={state.phase}>{state.text}</Notice>
        )}
      </div>
      {children}
    </Panel>
  );
}
