import { z } from 'zod';
import { dropStored, keepStored, readStored, thisTab } from '#client/lib/browser-storage.ts';

const storageKey = 'kept-typed';

/** The unsaved form values of a page that was reloaded for a new release. */
const storedForms = z.object({
  path: z.string(),
  forms: z.array(z.record(z.string(), z.union([z.string(), z.boolean()]))),
});
type StoredForms = z.infer<typeof storedForms>;
type Values = StoredForms['forms'][number];
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Forms that the user has typed into or picked something in since the page was loaded. */
const touched = new Set<HTMLFormElement>();

/** Starts tracking which forms are in use, and restores the values saved by `reloadKeepingInput`. */
export function trackInput(): void {
  document.addEventListener('input', markTouched, { capture: true });
  document.addEventListener('change', markTouched, { capture: true });
  const stored = takeStored();
  if (stored?.path === window.location.pathname) restoreForms(stored);
}

function markTouched({ target }: Event): void {
  if (isField(target) && target.form) touched.add(target.form);
}

/** Reloads the page and keeps half-filled forms. Passwords are never stored. */
export function reloadKeepingInput(): void {
  const forms = [...touched].filter((form) => form.isConnected).map(valuesOf);
  if (forms.length > 0) {
    keepStored(storageKey, { path: window.location.pathname, forms } satisfies StoredForms, thisTab);
  }
  window.location.reload();
}

function takeStored(): StoredForms | undefined {
  const stored = readStored(storageKey, thisTab);
  dropStored(storageKey, thisTab);
  return storedForms.safeParse(stored).data;
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/** Fields whose value can be restored: named, editable, and not a password. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      isField(field) &&
      field.name !== '' &&
      !field.disabled &&
      !('readOnly' in field && field.readOnly) &&
      // A password that is being shown is in a text field.
      !(
        field instanceof HTMLInputElement &&
        (field.type === 'password' || /password/.test(field.autocomplete))
      ),
  );
}

function isToggle(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

/** The radio buttons of a group share one name, so the value is part of their key. */
function keyOf(field: Field): string {
  return field.type === 'radio' ? `${field.name}=${field.value}` : field.name;
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    fieldsOf(form).map((field) => [keyOf(field), isToggle(field) ? field.checked : field.value]),
  );
}

/** Restores each form once it is there and editable: some appear late, or only after a click. */
function restoreForms({ path, forms }: StoredForms): void {
  const waiting = new Set(forms);
  function restoreAvailable(): void {
    for (const values of waiting) {
      const form = [...document.forms].find((candidate) => matches(candidate, values));
      if (!form) continue;
      waiting.delete(values);
      fill(form, values);
    }
    if (waiting.size === 0 || window.location.pathname !== path) observer.disconnect();
  }
  const observer = new MutationObserver(restoreAvailable);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['readonly', 'disabled'],
  });
  restoreAvailable();
}

function matches(form: HTMLFormElement, values: Values): boolean {
  const keys = new Set(fieldsOf(form).map(keyOf));
  return Object.keys(values).every((key) => keys.has(key));
}

function fill(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) {
    const value = values[keyOf(field)];
    if (isToggle(field)) {
      if (
        typeof value === 'boolean' &&
        (field.type === 'checkbox' ? field.checked !== value : value && !field.checked)
      )
        field.click();
    } else if (typeof value === 'string' && field.value !== value) {
      setValue(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** Uses the prototype's setter, because React overrides the element's own to track changes. */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}
