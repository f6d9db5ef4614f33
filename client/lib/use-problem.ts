import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { Failure } from '#domain/validation.ts';
import { ApiFailure, failureMessage } from './api.ts';
import { findControl } from './form-controls.ts';
import { isLostConnection, useReconnect } from './reconnect.ts';

/** Why a form was not accepted. */
export interface Problem {
  /** The text above the form, and a second one below it. */
  alert?: string | undefined;
  detail?: string | undefined;
  /** The invalid fields, each with the text beside it; null only marks the field. */
  fields?: Readonly<Record<string, string | null>>;
}

/** The server's message above the form, with the invalid field marked. */
export function problemOf(error: unknown): Problem {
  const field = error instanceof ApiFailure ? error.field : undefined;
  return { alert: failureMessage(error), ...(field !== undefined && { fields: { [field]: null } }) };
}

/** The origin of a problem, which decides when it disappears: the schema, a lost connection, or the server. */
type Cause = 'schema' | 'connection' | 'server';

export function causeOf(error: unknown): Cause {
  return isLostConnection(error) ? 'connection' : 'server';
}

interface ShownProblem extends Problem {
  cause: Cause;
}

/** The problem that a form or a single action shows. A new one focuses the first invalid field of the form. */
export function useProblem(form?: RefObject<HTMLFormElement | null>) {
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  /** The problem as it was found, before fields were corrected. */
  const [found, setFound] = useState<Problem | null>(null);

  useEffect(() => {
    const fields = found?.fields;
    if (fields && form) findControl(form.current, (name) => Object.hasOwn(fields, name))?.focus();
  }, [found, form]);

  useReconnect(() => setProblem((shown) => (shown?.cause === 'connection' ? null : shown)));

  function show(next: Problem, cause: Cause) {
    setFound(next);
    setProblem({ ...next, cause });
  }

  /**
   * Removes the texts of corrected fields and, with the last of them, the text above the form. A text of the schema
   * stays until the schema no longer finds it, any other until its field changes.
   */
  function correct(isChanged: (field: string) => boolean, recheck: () => Failure | null) {
    if (!problem?.fields) return;
    const still = problem.cause === 'schema' ? recheck() : null;
    const left = Object.entries(problem.fields).filter(([field, message]) =>
      problem.cause === 'schema' ? still?.field === field && still.message === message : !isChanged(field),
    );
    if (left.length === Object.keys(problem.fields).length) return;
    setProblem(left.length > 0 ? { ...problem, fields: Object.fromEntries(left) } : null);
  }

  return { problem, show, clear: () => setProblem(null), correct };
}

/** Runs one action at a time and shows what it throws. */
export function useAttempt(
  explain: (error: unknown) => Problem = problemOf,
  form?: RefObject<HTMLFormElement | null>,
) {
  const messages = useProblem(form);
  const { show, clear } = messages;
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  /** Runs `action` unless one is already running. */
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    clear();
    setBusy(true);
    try {
      await action();
    } catch (error) {
      show(explain(error), causeOf(error));
    } finally {
      running.current = false;
      // After the page that a successful submit has navigated to: until that is shown, the button is busy.
      startTransition(() => setBusy(false));
    }
  }

  /** Shows a problem that the form itself cannot find. */
  function refuse(found: Problem) {
    show(found, 'server');
  }

  return { ...messages, busy, attempt, refuse };
}
