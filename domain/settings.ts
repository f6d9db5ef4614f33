import * as z from 'zod/mini';
import { accountSettings } from './account-settings.ts';
import { club } from './club.ts';
import { dates } from './date-settings.ts';
import { formsFile } from './forms.ts';
import { mailSettings } from './mail-settings.ts';
import { registrationSettings } from './registration-settings.ts';
import { reminders } from './reminders.ts';
import { reviewSettings } from './review-settings.ts';
import { seasonSettings } from './season-settings.ts';
import { taskDefinition } from './tasks.ts';

/** The parts of the settings, each of which is saved as a whole: a new part is a row here. */
export const settingsParts = {
  club,
  forms: formsFile,
  'task-android': taskDefinition,
  'task-web': taskDefinition,
  'task-ml': taskDefinition,
  'task-game': taskDefinition,
  registration: registrationSettings,
  dates,
  reminders,
  reviews: reviewSettings,
  seasons: seasonSettings,
  accounts: accountSettings,
  mail: mailSettings,
} as const;

export type SettingsPart = keyof typeof settingsParts;
export type SettingsOf<Part extends SettingsPart> = z.infer<(typeof settingsParts)[Part]>;
export const settingsPartNames = Object.keys(settingsParts) as SettingsPart[];

export type SettingsValue = SettingsOf<SettingsPart>;

/** The rule of a part, for code that handles all parts alike. */
export function settingsRule(part: SettingsPart): z.ZodMiniType<SettingsValue> {
  return settingsParts[part] as unknown as z.ZodMiniType<SettingsValue>;
}

export function isSettingsPart(name: string): name is SettingsPart {
  return Object.hasOwn(settingsParts, name);
}

/** The largest body of a part in bytes: it may have a logo and long lists. */
export const largestPart = 320 * 1024;

const version = z.int().check(z.gte(0));

/** The response of `GET` and `PUT /api/admin/settings/:part`. Version 0 stands for the defaults. */
export function settingsAnswer(part: SettingsPart) {
  return z.object({ value: settingsRule(part), version });
}

/** The body of `PUT /api/admin/settings/:part`: `version` is the one that the page showed. */
export function settingsWrite(part: SettingsPart) {
  return z.strictObject({ value: settingsRule(part), version });
}

export interface SettingsAnswer {
  value: SettingsValue;
  version: number;
}

export const settingsTexts = {
  stale: 'These settings were just saved on another page. Nothing was saved; look at both first.',
  contactForm: (id: string) => `must keep the form '${id}', which the contact page sends`,
} as const;
