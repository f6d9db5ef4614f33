import { useRef, useState } from 'react';
import { useResetOnReconnect } from '#client/lib/reconnect.ts';

/** A tool is idle, or busy with a progress message, then shows success or error (spec, point 4). */
export type ToolState =
  | { phase: 'idle' }
  | { phase: 'busy'; text: string }
  | { phase: 'success' | 'error'; text: string };

export interface Tool {
  state: ToolState;
  busy: boolean;
  /** Runs a test unless one is running. Shows `progress` meanwhile, then the result of `work`, or `explain`'s text. */
  run(
    progress: string,
    work: () => Promise<ToolResult | string>,
    explain: (error: unknown) => string,
  ): Promise<void>;
  show(state: ToolState): void;
}

/** The result of a test that ran to its end, which may be a failure. */
export interface ToolResult {
  phase: 'success' | 'error';
  text: string;
}

export function useTool(): Tool {
  const [state, setState] = useState<ToolState>({ phase: 'idle' });
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef(false);
  useResetOnReconnect({ error: failure, reset: () => show({ phase: 'idle' }) });

  function show(next: ToolState): void {
    setFailure(null);
    setState(next);
  }

  async function run(...[progress, work, explain]: Parameters<Tool['run']>): Promise<void> {
    if (running.current) return;
    running.current = true;
    show({ phase: 'busy', text: progress });
    try {
      const result = await work();
      setState(typeof result === 'string' ? { phase: 'success', text: result } : result);
    } catch (error) {
      setState({ phase: 'error', text: explain(error) });
      setFailure(error);
    } finally {
      running.current = false;
    }
  }

  return { state, busy: state.phase === 'busy', run, show };
}
