import * as z from 'zod/mini';
import { club } from './club.ts';
import { dates } from './dates.ts';
import { formsFile } from './forms.ts';
import { taskDefinition } from './tasks.ts';

/** The parts of the settings, each of which is saved as a whole: a new part is a row here. */
export const settingsParts = {
  club,
  forms: formsFile,
  'task-android': taskDefinition,
  'task-web': taskDefinition,
  'task-ml': taskDefinition,
  'task-game': taskDefinition,
  dates,
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

/** The response of `GET /api/admin/settings/:part`. Version 0 stands for the defaults. */
export const settingsAnswer = z.object({ value: z.unknown(), version: z.int().check(z.gte(0)) });
export interface SettingsAnswer {
  value: SettingsValue;
  version: number;
}

/** The body of `PUT /api/admin/settings/:part`: `version` is the one that the page showed. The part's own rule checks `value`. */
export const settingsWrite = z.strictObject({ value: z.unknown(), version: z.int().check(z.gte(0)) });

/** Texts about settings. */
export const settingsTexts = {
  noPart: 'There is no such part of the settings.',
  stale: 'These settings were just saved on another page. Nothing was saved; look at both first.',
  contactForm: (id: string) => `must keep the form '${id}', which the contact page sends`,
} as const;
