import type { SettingsOf, SettingsPart } from '#domain/settings.ts';
import { signInAdministrator, type TestApp } from './app.ts';

/** The administrator changes a part of the settings. */
export async function saveSettings<Part extends SettingsPart>(
  portal: TestApp,
  part: Part,
  given: Partial<SettingsOf<Part>>,
): Promise<void> {
  const administrator = await signInAdministrator(portal);
  const address = `/api/admin/settings/${part}`;
  const { value, version } = (await administrator.get(address)).body as { value: object; version: number };
  const { status, text } = await administrator.put(address, { value: { ...value, ...given }, version });
  if (status !== 200) throw new Error(`PUT ${address}: ${status} ${text}`);
}

/** A time so many hours from now. */
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
