import type { Page } from '@playwright/test';
import type { Progress } from '../signed-in-member.ts';

/** An action that sends something, and the source that sends it. */
export interface SendingAction {
  name: string;
  source: string;
  as: 'visitor' | 'administrator' | Progress;
  path: string | (() => string);
  /** The text that reports a lost connection, where the spec has one. */
  text?: string;
  act: (page: Page) => Promise<void>;
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).first().click();
}

/** An action of a form: fills its fields in and presses its button. */
export function send(values: Record<string, string>, button: string): SendingAction['act'] {
  return async (page) => {
    await fill(page, values);
    await press(page, button);
  };
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}
