import { useRef, useState } from 'react';

/** A tool is idle, or busy with a progress message, then shows success or error (spec, point 4). */
export type ToolState =
  | { phase: 'idle' }
  | { phase: 'busy'; text: string }
  | { phase: 'success' | 'error'; text: string };

export interface Tool {
  state: ToolState;
  busy: boolean;
  /** Runs a test unless one is under way: `progress` while it lasts, then what `work` answers or `failure` makes of an error. */
  run(
    progress: string,
    work: () => Promise<ToolResult | string>,
    failure: (error: unknown) => string,
  ): Promise<void>;
  show(state: ToolState): void;
}

/** What a test that ran to its end found, where that can be bad as well. */
export interface ToolResult {
  phase: 'success' | 'error';
  text: string;
}

export function useTool(): Tool {
  const [state, setState] = useState<ToolState>({ phase: 'idle' });
  const running = useRef(false);

  async function run(...[progress, work, failure]: Parameters<Tool['run']>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setState({ phase: 'busy', text: progress });
    try {
      const result = await work();
      setState(typeof result === 'string' ? { phase: 'success', text: result } : result);
    } catch (error) {
      setState({ phase: 'error', text: failure(error) });
    } finally {
      running.current = false;
    }
  }

  return { state, busy: state.phase === 'busy', run, show: setState };
}
